// The specification's table of states and triggers, and the function that applies it.
// docs/call-lifecycle.md lists the invariants that the tests beside this file check.

import type { CallEventName, CustomerMatch } from '@callside/schemas';
import { nextRecordingSequence } from './recording-sequence.ts';
import type { LiveCall, RepState } from './rep-state.ts';
import { namesTheSameCall } from './resend-rule.ts';

interface StartEvent {
  event: 'call-started';
  phoneNumber: string;
  customerId: string | null;
  /** The brand's customer that matches the call. */
  customer: CustomerMatch | null;
  newCall: { id: string; reference: string };
  /** Whether it is a start of the live call, from the ids of a platform. Absent: number and customer code decide. */
  namesLiveCall?: boolean | undefined;
  /** A call of a platform comes back, after another one had superseded it while its recording was paused. */
  opensPaused?: boolean | undefined;
}

/** The part of an event that the state machine uses. */
export type StateEvent = StartEvent | { event: Exclude<CallEventName, 'call-started'> };

export type EndReason = 'ended' | 'superseded';

/** One step of a rep's state, in the order of announcement. `call` is the call that the step changes. */
export type Transition =
  | { step: 'started'; call: LiveCall; state: RepState }
  | { step: 'ended'; call: LiveCall; state: RepState; endReason: EndReason }
  | { step: 'hold changed'; call: LiveCall; state: RepState }
  | { step: 'recording changed'; call: LiveCall; state: RepState };

/**
 * The result of an event:
 * `resent`: the start of the rep's live call came again, so there is nothing to record;
 * `recorded only`: it changes no live call;
 * otherwise the steps taken: one, or two for `superseded`, which ends a call and starts another.
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

type Trigger = Exclude<CallEventName, 'call-started'> | 'call-started, same call' | 'call-started, another call';

interface Moment {
  state: RepState;
  event: StateEvent;
  receivedAt: Date;
}

type Move = (moment: Moment) => Decision;

/** What each trigger does in each state. The compiler rejects a new trigger without its entries. */
const transitionTable: Record<Trigger, Record<'no live call' | 'live call', Move>> = {
  'call-started, same call': { 'no live call': open, 'live call': keep },
  'call-started, another call': { 'no live call': open, 'live call': supersede },
  'call-ended': { 'no live call': recordOnly, 'live call': close },
  'hold-started': { 'no live call': recordOnly, 'live call': changeHold(true) },
  'hold-ended': { 'no live call': recordOnly, 'live call': changeHold(false) },
  'recording-paused': { 'no live call': recordOnly, 'live call': changeRecording(true) },
  'recording-resumed': { 'no live call': recordOnly, 'live call': changeRecording(false) },
};

/** Whether the event pauses or resumes the recording of a live call. */
export function controlsRecording(event: CallEventName): boolean {
  return event === 'recording-paused' || event === 'recording-resumed';
}

/** Applies one event of a resolved rep, received at `receivedAt`, to their state. */
export function decide(state: RepState, event: StateEvent, receivedAt: Date): Decision {
  const move = transitionTable[triggerOf(state, event)][state.call === null ? 'no live call' : 'live call'];
  return move({ state, event, receivedAt });
}

/** The decision for an event that is on file and changes nothing. */
export function recordOnly({ state }: Pick<Moment, 'state'>): Decision {
  return { outcome: 'recorded only', state, transitions: [] };
}

function triggerOf({ call }: RepState, event: StateEvent): Trigger {
  if (event.event !== 'call-started') return event.event;
  const isSame = call !== null && (event.namesLiveCall ?? namesTheSameCall(call, event));
  return isSame ? 'call-started, same call' : 'call-started, another call';
}

function open(moment: Moment): Decision {
  return outcomeOf('started', [start(moment)]);
}

function keep({ state }: Moment): Decision {
  return { outcome: 'resent', state, transitions: [] };
}

function supersede(moment: Moment): Decision {
  const ended = end(moment, 'superseded');
  return outcomeOf('superseded', [ended, start({ ...moment, state: ended.state })]);
}

function close(moment: Moment): Decision {
  return outcomeOf('applied', [end(moment, 'ended')]);
}

function changeHold(onHold: boolean): Move {
  return ({ state }) => {
    const changed = { ...state, version: state.version + 1, onHold };
    return outcomeOf('applied', [{ step: 'hold changed', call: liveCallOf(state), state: changed }]);
  };
}

function changeRecording(recordingPaused: boolean): Move {
  return ({ state, receivedAt }) => {
    const recordingSequence = nextRecordingSequence(state.recordingSequence, receivedAt);
    const changed = { ...state, version: state.version + 1, recordingPaused, recordingSequence };
    return outcomeOf('applied', [{ step: 'recording changed', call: liveCallOf(state), state: changed }]);
  };
}

function outcomeOf(outcome: Decision['outcome'], transitions: [Transition, ...Transition[]]): Decision {
  const last = transitions[transitions.length - 1] ?? transitions[0];
  return { outcome, state: last.state, transitions };
}

/**
 * A call opens unpaused and off hold, with a new recording sequence: nothing carries over from an earlier call. A pause that was requested
 * for the call itself, before another one superseded it, is not another call's.
 */
function start({ state, event, receivedAt }: Moment): Transition {
  if (event.event !== 'call-started') throw new Error(`${event.event} opens no call`);
  const { newCall, phoneNumber, customerId, customer, opensPaused = false } = event;
  const { id, reference } = newCall;
  const call: LiveCall = { id, reference, phoneNumber, customerId, customer, startedAt: receivedAt };
  const recordingSequence = nextRecordingSequence(state.recordingSequence, receivedAt);
  const version = state.version + 1;
  return {
    step: 'started',
    call,
    state: { version, call, onHold: false, recordingPaused: opensPaused, recordingSequence },
  };
}

function end({ state, receivedAt }: Moment, endReason: EndReason): Transition {
  const recordingSequence = nextRecordingSequence(state.recordingSequence, receivedAt);
  const ended = { ...initialRepState, version: state.version + 1, recordingSequence };
  return { step: 'ended', call: liveCallOf(state), endReason, state: ended };
}

/** The table has these moves in the live state only. */
function liveCallOf({ call }: RepState): LiveCall {
  if (call === null) throw new Error('there is no live call');
  return call;
}
