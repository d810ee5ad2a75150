import { currentConfirmation, recordingKnowledge } from '@callside/client';
import type { RecordingKnowledge } from '@callside/schemas';
import type { RepDesk } from './rep-desk-model.ts';
import { timeOfDay } from './time-text.ts';

interface RecordingWords {
  state: RecordingKnowledge;
  heading: string;
  detail: string;
}

/** The text about the recording: stated as a fact only if every companion has confirmed it. */
export function recordingWords(desk: RepDesk): RecordingWords {
  const { recording, link } = desk;
  const state = recordingKnowledge(desk);
  const confirmation = currentConfirmation(desk);
  const requested = recording.paused ? 'Requested: paused' : 'Requested: recording';
  if (state === 'confirmed') {
    const heading = recording.paused ? 'Recording paused' : 'Recording';
    const time = confirmation ? ` at ${timeOfDay(confirmation.confirmed_at)}` : '';
    return { state, heading, detail: `Confirmed by the companion${time}` };
  }
  if (state === 'requested') {
    const still = recording.paused ? ' It may still be recording.' : '';
    return { state, heading: requested, detail: `Waiting for the companion to confirm.${still}` };
  }
  const reason = link === 'live' ? 'no companion connected' : 'no connection to the service';
  return { state, heading: `Recording state unknown: ${reason}`, detail: requested };
}
