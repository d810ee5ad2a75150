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

/** The recording part of a snapshot. */
export function recordingView({
  state,
  companions,
  confirmation,
}: {
  state: Pick<RepState, 'recordingPaused' | 'recordingSequence'>;
  companions: RepSnapshot['companions'];
  confirmation: RecordingConfirmed | null;
}): Recording {
  const { recordingPaused: paused, recordingSequence: sequence } = state;
  const knowledge = recordingKnowledge(state, companions);
  const isKept = confirmation?.sequence === sequence;
  const last =
    knowledge === 'confirmed' && !isKept && companions.acknowledgedAt
      ? { sequence, paused, confirmedAt: companions.acknowledgedAt }
      : confirmation;
  return {
    paused,
    sequence,
    confirmation: last && confirmationView(last),
    companion: companions.connected > 0 ? 'connected' : 'absent',
    state: knowledge,
  };
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
