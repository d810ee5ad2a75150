// The known state of a rep's recording.

import type { Recording, RecordingConfirmation, RecordingKnowledge, RecordingState } from '@callside/schemas';
import type { RecordingConfirmed, RepSnapshot, RepState } from './rules/rep-state.ts';

/**
 * `confirmed` only while a companion is connected and every connected one has acknowledged the current sequence.
 * One companion without any acknowledgement makes it `requested`, and one that was lost and may be recording `unknown`.
 */
function recordingKnowledge(
  { recordingSequence }: Pick<RepState, 'recordingSequence'>,
  { connected, lost, acknowledgedSequence }: RepSnapshot['companions'],
): RecordingKnowledge {
  if (connected === 0 || lost > 0) return 'unknown';
  return acknowledgedSequence === recordingSequence ? 'confirmed' : 'requested';
}

/** The recording part of a snapshot; null: nobody records. */
export function recordingView({
  state,
  recordingBy,
  companions,
  confirmation,
}: Pick<RepSnapshot, 'recordingBy' | 'companions' | 'confirmation'> & {
  state: Pick<RepState, 'recordingPaused' | 'recordingSequence'>;
}): Recording | null {
  if (recordingBy === 'nobody') return null;
  const { recordingPaused: paused, recordingSequence: sequence } = state;
  const companion = companions.connected > 0 ? 'connected' : 'absent';
  if (recordingBy === 'dialler')
    return { by: 'dialler', paused, sequence, confirmation: null, companion, state: 'dialler' };
  const knowledge = recordingKnowledge(state, companions);
  const isKept = confirmation?.sequence === sequence;
  const last =
    knowledge === 'confirmed' && !isKept && companions.acknowledgedAt
      ? { sequence, paused, confirmedAt: companions.acknowledgedAt }
      : confirmation;
  return { paused, sequence, confirmation: last && confirmationView(last), companion, state: knowledge };
}

function confirmationView({ sequence, paused, confirmedAt }: RecordingConfirmed): RecordingConfirmation {
  return { sequence, paused, confirmed_at: confirmedAt.toISOString() };
}

export function recordingStateView(state: RepState): RecordingState {
  return {
    paused: state.recordingPaused,
    sequence: state.recordingSequence,
    call_reference: state.call?.reference ?? null,
  };
}
