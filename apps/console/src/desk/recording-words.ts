import { currentConfirmation, recordingKnowledge } from '@callside/client';
import type { RecordingKnowledge } from '@callside/schemas';
import { t } from 'i18next';
import type { RepDesk } from './rep-desk-model.ts';

interface RecordingWords {
  state: RecordingKnowledge;
  heading: string;
  detail: string;
}

/** The text about the recording. It states a fact only if every companion has confirmed the state. `time` formats an instant. */
export function recordingWords(desk: RepDesk, time: (instant: string) => string): RecordingWords {
  const { recording } = desk;
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
  const reason = reasonOf(desk);
  // A requested pause is shown too, because the rep may wait for it.
  return { state, heading: t('desk.unknown'), detail: recording.paused ? `${reason} (${requested})` : reason };
}

/** Why the state is unknown. */
function reasonOf({ link, isSilent }: RepDesk): string {
  if (link !== 'live') return t('desk.unknownNoLink');
  return t(isSilent ? 'desk.unknownSilent' : 'desk.unknownNoCompanion');
}
