import { currentConfirmation, recordingKnowledge } from '@callside/client';
import type { RecordingKnowledge } from '@callside/schemas';
import { t } from 'i18next';
import type { RepDesk } from './rep-desk-model.ts';

interface RecordingWords {
  state: RecordingKnowledge;
  heading: string;
  detail: string;
}

/** The text about the recording: stated as a fact only if every companion has confirmed it. `time` formats an instant. */
export function recordingWords(desk: RepDesk, time: (instant: string) => string): RecordingWords {
  const { recording, link } = desk;
  const state = recordingKnowledge(desk);
  const confirmation = currentConfirmation(desk);
  if (state === 'confirmed') {
    const heading = t(recording.paused ? 'desk.recordingPaused' : 'desk.recordingOn');
    const detail = confirmation
      ? t('desk.confirmedAt', { time: time(confirmation.confirmed_at) })
      : t('desk.confirmed');
    return { state, heading, detail };
  }
  const requested = t(recording.paused ? 'desk.requestedPaused' : 'desk.requestedOn');
  if (state === 'requested') {
    return { state, heading: requested, detail: t(recording.paused ? 'desk.waitingPaused' : 'desk.waitingOn') };
  }
  const reason = t(link === 'live' ? 'desk.unknownNoCompanion' : 'desk.unknownNoLink');
  // A pause that was asked for is said all the same: the rep may be waiting for it.
  return { state, heading: t('desk.unknown'), detail: recording.paused ? `${reason} (${requested})` : reason };
}
