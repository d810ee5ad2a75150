// Every cell of the specification's table of states and triggers, and the one function that applies it.
// docs/call-lifecycle.md lists the invariants that the tests beside this file hold it to.

import type { CallEventName } from '@callside/schemas';
import { nextRecordingSequence } from './recording-sequence.ts';
import type { LiveCall, RepState } from './rep-state.ts';
import { namesTheSameCall } from './resend-rule.ts';

export type CallStatus = 'no live call' | 'recording unpaused' | 'recording paused';

export type Trigger = Exclude<CallEventName, 'call-started'> | 'start of the same call' | 'start of another call';

type Move = 'open' | 'keep' | 'replace' | 'close' | 'hold' | 'unhold' | 'pause' | 'resume' | 'record only';

const onLiveCall = {
  'start of the same call': 'keep',
  'start of another call': 'replace',
  'call-ended': 'close',
  'hold-started': 'hold',
  'hold-ended': 'unhold',
  'recording-paused': 'pause',
  'recording-resumed': 'resume',
} as const satisfies Record<Trigger, Move>;

/** What each trigger does in each status. A new status or trigger does not compile until its cells are decided. */
export const transitionTable: Record<CallStatus, Record<Trigger, Move>> = {
  'no live call': {
    'start of the same call': 'open',
    'start of another call': 'open',
    'call-ended': 'record only',
    'hold-started': 'record only',
    'hold-ended': 'record only',
    'recording-paused': 'record only',
    'recording-resumed': 'record only',
  },
  'recording unpaused': onLiveCall,
  'recording paused': onLiveCall,
};

/** An event as far as the state machine looks at it. */
export type StateEvent =
  | { event: 'call-started'; phoneNumber: string; customerId: string | null; newCall: { id: string; reference: string } }
  | { event: Exclude<CallEventName, 'call-started'> };

export type EndReason = 'ended' | 'superseded';

/** One step of a rep's state, in the order in which it is announced. `call` is the call that the step is about. */
export type Transition =
  | { step: 'started'; call: LiveCall; state: RepState }
  | { step: 'ended'; call: LiveCall; state: RepState; endReason: EndReason }
  | { step: 'hold changed'; call: LiveCall; state: RepState }
  | { step: 'recording changed'; call: LiveCall; state: RepState };

/**
 * What an event did:
 * `resent`: the start of the call that the rep is on, nothing to record; `recorded only`: no live call to land on;
 * otherwise the steps taken, one for all but `superseded`, which ends a call and starts another.
 */
export interface Decision {
  outcome: 'started' | 'resent' | 'superseded' | 'applied' | 'recorded only';
  state: RepState;
  transitions: Transition[];
}

/** The state of a rep who has never been on a call. */
export const initialRepState: RepState = {
  version: 0,
  call: null,
  onHold: false,
  recordingPaused: false,
  recordingSequence: 0,
};

export function callStatusOf(state: RepState): CallStatus {
  if (state.call === null) return 'no live call';
  return state.recordingPaused ? 'recording paused' : 'recording unpaused';
}

/** Applies one event of a resolved rep, received at `receivedAt`, to his state. */
export function decide(state: RepState, event: StateEvent, receivedAt: Date): Decision {
  const { call } = state;
  const move = transitionTable[callStatusOf(state)][triggerOf(state, event)];
  if (move === 'keep') return { outcome: 'resent', state, transitions: [] };
  if (event.event === 'call-started') {
    if (call === null) return outcomeOf('started', [open(state, event, receivedAt)]);
    const ended = close(state, call, 'superseded', receivedAt);
    return outcomeOf('superseded', [ended, open(ended.state, event, receivedAt)]);
  }
  if (call === null) return { outcome: 'recorded only', state, transitions: [] };
  switch (move) {
    case 'close':
      return outcomeOf('applied', [close(state, call, 'ended', receivedAt)]);
    case 'hold':
    case 'unhold':
      return outcomeOf('applied', [changeHold(state, call, move === 'hold')]);
    default:
      return outcomeOf('applied', [changeRecording(state, call, move === 'pause', receivedAt)]);
  }
}

function triggerOf(state: RepState, event: StateEvent): Trigger {
  if (event.event !== 'call-started') return event.event;
  return state.call !== null && namesTheSameCall(state.call, event) ? 'start of the same call' : 'start of another call';
}

function outcomeOf(outcome: Decision['outcome'], transitions: [Transition, ...Transition[]]): Decision {
  const last = transitions[transitions.length - 1] ?? transitions[0];
  return { outcome, state: last.state, transitions };
}

type StartEvent = Extract<StateEvent, { event: 'call-started' }>;

/** A call opens unpaused and off hold, with a sequence of its own, so that nothing of an earlier call reaches it. */
function open(state: RepState, event: StartEvent, receivedAt: Date): Transition {
  const call: LiveCall = {
    ...event.newCall,
    phoneNumber: event.phoneNumber,
    customerId: event.customerId,
    startedAt: receivedAt,
  };
  return { step: 'started', call, state: { ...clearRecording(state, receivedAt), version: state.version + 1, call } };
}

function close(state: RepState, call: LiveCall, endReason: EndReason, receivedAt: Date): Transition {
  const cleared = { ...clearRecording(state, receivedAt), version: state.version + 1, call: null };
  return { step: 'ended', call, endReason, state: cleared };
}

function clearRecording(state: RepState, receivedAt: Date): RepState {
  return {
    ...state,
    onHold: false,
    recordingPaused: false,
    recordingSequence: nextRecordingSequence(state.recordingSequence, receivedAt),
  };
}

function changeHold(state: RepState, call: LiveCall, onHold: boolean): Transition {
  return { step: 'hold changed', call, state: { ...state, version: state.version + 1, onHold } };
}

function changeRecording(state: RepState, call: LiveCall, recordingPaused: boolean, receivedAt: Date): Transition {
  const recordingSequence = nextRecordingSequence(state.recordingSequence, receivedAt);
  return {
    step: 'recording changed',
    call,
    state: { ...state, version: state.version + 1, recordingPaused, recordingSequence },
  };
}
