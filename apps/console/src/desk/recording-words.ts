import { currentConfirmation, recordingKnowledge } from '@callside/client';
import type { RecordingKnowledge } from '@callside/schemas';
import { t } from 'i18next';
import type { RepDesk } from './rep-desk-model.ts';

interface RecordingWords {
  state: RecordingKnowledge;
  heading: string;
  detail: string;
}

/**
 * The text about the recording; null where nobody records. It states a fact only if every companion has confirmed the state, or as
 * what the dialler reports where that records. `time` formats an instant.
 */
export function recordingWords(desk: RepDesk, time: (instant: string) => string): RecordingWords | null {
  const { recording, recordingBy } = desk;
  const { paused } = recording;
  const state = recordingKnowledge(desk);
  const confirmation = currentConfirmation(desk);
  switch (state) {
    case null:
      return null;
    case 'confirmed': {
      const heading = t(paused ? 'desk.recordingPaused' : 'desk.recordingOn');
      const detail = confirmation
        ? t('desk.confirmedAt', { time: time(confirmation.confirmed_at) })
        : t('desk.confirmed');
      return { state, heading, detail };
    }
    case 'requested':
      return paused
        ? { state, heading: t('desk.pauseUnconfirmed'), detail: t('desk.waitingPaused') }
        : { state, heading: t('desk.requestedOn'), detail: t('desk.waitingOn') };
    case 'dialler':
      return paused
        ? { state, heading: t('desk.diallerPaused'), detail: t('desk.diallerPausedDetail') }
        : { state, heading: t('desk.diallerOn'), detail: t('desk.diallerOnDetail') };
    case 'unknown': {
      const reason = reasonOf(desk);
      // The last word on a pause is shown too, because the rep may wait for it.
      const last = t(recordingBy === 'dialler' ? 'desk.reportedPaused' : 'desk.requestedPaused');
      return { state, heading: t('desk.unknown'), detail: paused ? `${reason} (${last})` : reason };
    }
  }
}

/** Why the state is unknown. */
function reasonOf({ link, isSilent, recordingBy, companion }: RepDesk): string {
  if (link !== 'live') return t('desk.unknownNoLink');
  if (isSilent) return t('desk.unknownSilent');
  if (recordingBy === 'dialler') return t('desk.unknownCutOff');
  return t(companion === 'connected' ? 'desk.unknownLost' : 'desk.unknownNoCompanion');
}
