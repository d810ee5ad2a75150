// The recording state of a companion. The rule: only a state that the service sent on the current connection, and only while the
// service proves that it is up to date, allows a companion to record. Otherwise the state is unknown, `unknownReason` says why, and
// nothing is recorded.

import type { RecordingState } from '@callside/schemas';

/** `recording`: the service says that recording is not paused; `unknown`: the state may be out of date. */
export type RecordingStatus = 'recording' | 'paused' | 'unknown';

/** Why the state is unknown. */
export type UnknownReason =
  | 'not connected'
  | 'not greeted'
  | 'connection lost'
  | 'service silent'
  | 'token refused'
  | 'message unreadable';

export interface CompanionRecording {
  /** null: the state is known. */
  readonly unknownReason: UnknownReason | null;
  /** The last applied state, over all connections: the highest sequence. */
  readonly lastState: RecordingState | null;
  /** When the last `alive` or state arrived on this connection, on the companion's clock. */
  readonly provenAt: number;
  /** Since when capturing has been allowed without a break, under one sequence; null: it is not allowed. */
  readonly allowedSince: number | null;
}

export type RecordingOccurrence =
  | { readonly type: 'connected' }
  | { readonly type: 'alive' }
  | { readonly type: 'state received'; readonly state: RecordingState }
  | { readonly type: 'call ended'; readonly callReference: string }
  | { readonly type: 'became unknown'; readonly reason: UnknownReason }
  | { readonly type: 'time passed' };

export const initialRecording: CompanionRecording = {
  unknownReason: 'not connected',
  lastState: null,
  provenAt: Number.NEGATIVE_INFINITY,
  allowedSince: null,
};

/** A proof is valid for this long: protocol 2. */
const silentAfterMs = 5000;

/** The state after an occurrence at `at`. Times are ms of one monotonic clock. */
export function recordingAfter(
  before: CompanionRecording,
  occurrence: RecordingOccurrence,
  at: number,
): CompanionRecording {
  const after = occur(silencedBy(before, at), occurrence, at);
  const goesOn = before.allowedSince !== null && before.lastState?.sequence === after.lastState?.sequence;
  if (!isAllowed(after)) return { ...after, allowedSince: null };
  return { ...after, allowedSince: goesOn ? before.allowedSince : at };
}

export function recordingStatus({ unknownReason, lastState }: CompanionRecording): RecordingStatus {
  if (unknownReason !== null || lastState === null) return 'unknown';
  return lastState.paused ? 'paused' : 'recording';
}

/** Only a new connection ends a silence: messages of the old one may be out of date. */
function silencedBy(state: CompanionRecording, at: number): CompanionRecording {
  const listens = state.unknownReason === null || mayEnd(state.unknownReason);
  return listens && at - state.provenAt >= silentAfterMs ? { ...state, unknownReason: 'service silent' } : state;
}

function occur(state: CompanionRecording, occurrence: RecordingOccurrence, at: number): CompanionRecording {
  switch (occurrence.type) {
    case 'connected':
      return { ...state, unknownReason: 'not greeted', provenAt: at };
    case 'alive':
      return { ...state, provenAt: at };
    case 'state received':
      return applied({ ...state, provenAt: at }, occurrence.state);
    case 'call ended':
      // Its recording.state normally comes before it. Without that, sound of the next call must not count as this call's.
      if (state.lastState?.call_reference !== occurrence.callReference) return state;
      return { ...state, lastState: { ...state.lastState, call_reference: null } };
    case 'became unknown':
      return { ...state, unknownReason: occurrence.reason };
    case 'time passed':
      return state;
  }
}

/** A higher sequence is applied, an equal one applied again, a lower one ignored; a lower one does not end the unknown state. */
function applied(state: CompanionRecording, message: RecordingState): CompanionRecording {
  const { lastState } = state;
  if (lastState !== null && message.sequence < lastState.sequence) return state;
  const unknownReason = mayEnd(state.unknownReason) ? null : state.unknownReason;
  if (lastState === null || message.sequence > lastState.sequence)
    return { ...state, unknownReason, lastState: message };
  // A sequence has one state. If two different states have it, the paused one is applied, because it is safe.
  const call_reference = lastState.call_reference === message.call_reference ? message.call_reference : null;
  return {
    ...state,
    unknownReason,
    lastState: { ...lastState, paused: lastState.paused || message.paused, call_reference },
  };
}

/** Whether the next state on the same connection makes the state known again. */
function mayEnd(reason: UnknownReason | null): boolean {
  return reason === 'not greeted' || reason === 'message unreadable';
}

function isAllowed({ unknownReason, lastState }: CompanionRecording): boolean {
  return unknownReason === null && lastState !== null && !lastState.paused && lastState.call_reference !== null;
}
