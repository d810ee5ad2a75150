// What a companion knows of its recording. The rule: only what the service has said on the connection of now, and only
// while it goes on being heard, allows a companion to record. Everything else is doubt, and in doubt nothing is recorded.

import type { RecordingState } from '@callside/schemas';

/** `recording`: the service says that recording is not paused; `unknown`: it cannot be known now. */
export type RecordingStatus = 'recording' | 'paused' | 'unknown';

/** Why it cannot be known. */
export type RecordingDoubt =
  | 'not connected'
  | 'not greeted'
  | 'connection lost'
  | 'service silent'
  | 'token refused'
  | 'message unreadable';

export interface CompanionRecording {
  /** null: the service's word holds. */
  readonly doubt: RecordingDoubt | null;
  /** What was applied last, over all connections: the highest sequence. */
  readonly told: RecordingState | null;
  /** When the service was last heard on this connection, on the companion's own clock. */
  readonly heardAt: number;
  /** Since when it has been allowed to capture, without a break and under one sequence; null: it is not. */
  readonly allowedSince: number | null;
}

export type RecordingOccurrence =
  | { readonly type: 'connected' }
  | { readonly type: 'heard' }
  | { readonly type: 'told'; readonly state: RecordingState }
  | { readonly type: 'call ended'; readonly callReference: string }
  | { readonly type: 'doubted'; readonly doubt: RecordingDoubt }
  | { readonly type: 'time passed' };

export const initialRecording: CompanionRecording = {
  doubt: 'not connected',
  told: null,
  heardAt: Number.NEGATIVE_INFINITY,
  allowedSince: null,
};

/** The state after an occurrence at `at`; times are ms of one clock that never goes back. */
export function recordingAfter(
  before: CompanionRecording,
  occurrence: RecordingOccurrence,
  at: number,
  { silentAfterMs }: { silentAfterMs: number },
): CompanionRecording {
  const after = occur(silencedBy(before, at, silentAfterMs), occurrence, at);
  const goesOn = before.allowedSince !== null && before.told?.sequence === after.told?.sequence;
  if (!isAllowed(after)) return { ...after, allowedSince: null };
  return { ...after, allowedSince: goesOn ? before.allowedSince : at };
}

export function recordingStatus({ doubt, told }: CompanionRecording): RecordingStatus {
  if (doubt !== null || told === null) return 'unknown';
  return told.paused ? 'paused' : 'recording';
}

/** Only a new connection ends a silence: what an old one still delivers may be old. */
function silencedBy(state: CompanionRecording, at: number, silentAfterMs: number): CompanionRecording {
  const listens = state.doubt === null || state.doubt === 'not greeted' || state.doubt === 'message unreadable';
  return listens && at - state.heardAt > silentAfterMs ? { ...state, doubt: 'service silent' } : state;
}

function occur(state: CompanionRecording, occurrence: RecordingOccurrence, at: number): CompanionRecording {
  switch (occurrence.type) {
    case 'connected':
      return { ...state, doubt: 'not greeted', heardAt: at };
    case 'heard':
      return { ...state, heardAt: at };
    case 'told':
      return tell({ ...state, heardAt: at }, occurrence.state);
    case 'call ended':
      // Its recording.state came before it; without one, nothing of the next call may pass for this one's.
      if (state.told?.call_reference !== occurrence.callReference) return { ...state, heardAt: at };
      return { ...state, heardAt: at, told: { ...state.told, call_reference: null } };
    case 'doubted':
      return { ...state, doubt: occurrence.doubt };
    case 'time passed':
      return state;
  }
}

/** Higher is applied, equal asserted again, lower ignored: a lower one does not end a doubt either. */
function tell(state: CompanionRecording, message: RecordingState): CompanionRecording {
  const { told } = state;
  if (told !== null && message.sequence < told.sequence) return state;
  const doubt = state.doubt === 'not greeted' || state.doubt === 'message unreadable' ? null : state.doubt;
  if (told === null || message.sequence > told.sequence) return { ...state, doubt, told: message };
  // One sequence has one meaning; were there two, silence is the safe one.
  const call_reference = told.call_reference === message.call_reference ? message.call_reference : null;
  return { ...state, doubt, told: { ...told, paused: told.paused || message.paused, call_reference } };
}

function isAllowed({ doubt, told }: CompanionRecording): boolean {
  return doubt === null && told !== null && !told.paused && told.call_reference !== null;
}
