// The recording state of a companion. The rule: only a state that the service sent on the current connection, and only while
// messages keep arriving, allows a companion to record. Otherwise the state is unknown (`doubt`), and nothing is recorded.

import type { RecordingState } from '@callside/schemas';

/** `recording`: the service says that recording is not paused; `unknown`: the state may be out of date. */
export type RecordingStatus = 'recording' | 'paused' | 'unknown';

/** Why the state is unknown. */
export type RecordingDoubt =
  | 'not connected'
  | 'not greeted'
  | 'connection lost'
  | 'service silent'
  | 'token refused'
  | 'message unreadable';

export interface CompanionRecording {
  /** null: the state is known. */
  readonly doubt: RecordingDoubt | null;
  /** The last applied state, over all connections: the highest sequence. */
  readonly told: RecordingState | null;
  /** When the last message arrived on this connection, on the companion's clock. */
  readonly heardAt: number;
  /** Since when capturing has been allowed without a break, under one sequence; null: it is not allowed. */
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

/** The state after an occurrence at `at`. Times are ms of one monotonic clock. */
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

/** Only a new connection ends a silence: messages of the old one may be out of date. */
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
      // Its recording.state normally comes before it. Without that, sound of the next call must not count as this call's.
      if (state.told?.call_reference !== occurrence.callReference) return { ...state, heardAt: at };
      return { ...state, heardAt: at, told: { ...state.told, call_reference: null } };
    case 'doubted':
      return { ...state, doubt: occurrence.doubt };
    case 'time passed':
      return state;
  }
}

/** A higher sequence is applied, an equal one applied again, a lower one ignored; a lower one does not end the unknown state. */
function tell(state: CompanionRecording, message: RecordingState): CompanionRecording {
  const { told } = state;
  if (told !== null && message.sequence < told.sequence) return state;
  const doubt = state.doubt === 'not greeted' || state.doubt === 'message unreadable' ? null : state.doubt;
  if (told === null || message.sequence > told.sequence) return { ...state, doubt, told: message };
  // One sequence has one meaning. If there were two, not recording is the safe one.
  const call_reference = told.call_reference === message.call_reference ? message.call_reference : null;
  return { ...state, doubt, told: { ...told, paused: told.paused || message.paused, call_reference } };
}

function isAllowed({ doubt, told }: CompanionRecording): boolean {
  return doubt === null && told !== null && !told.paused && told.call_reference !== null;
}
