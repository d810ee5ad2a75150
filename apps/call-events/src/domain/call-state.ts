// The specification's table of states and triggers, and the function that applies it.
// docs/call-lifecycle.md lists the invariants that the tests beside this file check.

import type { CallEventName, CustomerMatch } from '@callside/schemas';
import {
  endedCall,
  isBefore,
  isFromBeforeLiveCall,
  isOfAnotherCall,
  noteEarlierCall,
  type PlatformFields,
  pastCallOf,
  pauserAfter,
  remember,
  replacedCall,
} from './past-platform-calls.ts';
import { areOfOnePlatform, areTwoCalls } from './platform-call.ts';
import { nextRecordingSequence } from './recording-sequence.ts';
import type { LiveCall, PastPlatformCall, RepState } from './rep-state.ts';
import { namesTheSameCall } from './resend-rule.ts';

/** The part of an event that the state machine uses. */
export type StateEvent = PlatformFields &
  (
    | {
        event: 'call-started';
        phoneNumber: string;
        customerId: string | null;
        /** The brand's customer that matches the call. */
        customer: CustomerMatch | null;
        newCall: { id: string; reference: string };
        isOffHold?: boolean | undefined;
      }
    | { event: Exclude<CallEventName, 'call-started'> }
  );

export type EndReason = 'ended' | 'superseded';

/** One step of a rep's state, in the order of announcement. `call` is the call that the step changes. */
export type Transition =
  | { step: 'started'; call: LiveCall; state: RepState }
  | { step: 'ended'; call: LiveCall; state: RepState; endReason: EndReason }
  | { step: 'hold changed'; call: LiveCall; state: RepState }
  | { step: 'recording changed'; call: LiveCall; state: RepState };

/**
 * The result of an event:
 * `resent`: the start of the rep's live call came again, so there is nothing to record, but the state may get the platform's id of the call;
 * `recorded only`: there is no live call, or the event is of another one. The state may get what it says of an earlier call;
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
  platformCall: null,
  platformStartedAt: null,
  pastPlatformCalls: [],
  onHold: false,
  recordingPaused: false,
  pausedBy: null,
  recordingSequence: 0,
};

type Trigger =
  | Exclude<CallEventName, 'call-started'>
  | 'start of the same call'
  | 'start of another call'
  | 'event of another call';

interface Moment {
  state: RepState;
  event: StateEvent;
  receivedAt: Date;
}

type Move = (moment: Moment) => Decision;

/** What each trigger does in each state. The compiler rejects a new trigger without its entries. */
const transitionTable: Record<Trigger, Record<'no live call' | 'live call', Move>> = {
  'start of the same call': { 'no live call': open, 'live call': keep },
  'start of another call': { 'no live call': open, 'live call': replace },
  'call-ended': { 'no live call': recordOnly, 'live call': close },
  'event of another call': { 'no live call': recordOnly, 'live call': recordOnly },
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
  const trigger = triggerOf(state, event);
  const move = transitionTable[trigger][state.call === null ? 'no live call' : 'live call'];
  const isLate = trigger === 'event of another call';
  return move({ state: noteEarlierCall(state, event, { isLate }), event, receivedAt });
}

function triggerOf(state: RepState, event: StateEvent): Trigger {
  if (isOfAnotherCall(state, event)) return 'event of another call';
  if (event.event !== 'call-started') return event.event;
  const live = state.call && { ...state.call, platformCall: state.platformCall };
  const started = { ...event, platformCall: event.platformCall ?? null };
  if (live !== null && namesTheSameCall(live, started)) return 'start of the same call';
  return isFromBeforeLiveCall(state, event) ? 'event of another call' : 'start of another call';
}

function open(moment: Moment): Decision {
  return outcomeOf('started', [start(moment)]);
}

/**
 * A live call that no adapter started gets the platform's id of the start that came again, so that later it is known to be over. A later
 * start, as at the end of a hold, says that the rep was still on the call then, or again: then it may have another id.
 */
function keep({ state, event }: Moment): Decision {
  const { platformCall = null, occurredAt = null } = event;
  const { platformCall: live, platformStartedAt } = state;
  const isIdentified = live === null && platformCall !== null;
  const isLater = areOfOnePlatform(live, platformCall) && isBefore(platformStartedAt, occurredAt);
  const kept = isIdentified || isLater ? { ...state, platformCall, platformStartedAt: occurredAt } : state;
  return { outcome: 'resent', state: kept, transitions: [] };
}

function replace(moment: Moment): Decision {
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
  return ({ state, event, receivedAt }) => {
    const recordingSequence = nextRecordingSequence(state.recordingSequence, receivedAt);
    const pausedBy = recordingPaused ? pauserAfter(state, event) : null;
    const changed = { ...state, version: state.version + 1, recordingPaused, pausedBy, recordingSequence };
    return outcomeOf('applied', [{ step: 'recording changed', call: liveCallOf(state), state: changed }]);
  };
}

function recordOnly({ state }: Moment): Decision {
  return { outcome: 'recorded only', state, transitions: [] };
}

function outcomeOf(outcome: Decision['outcome'], transitions: [Transition, ...Transition[]]): Decision {
  const last = transitions[transitions.length - 1] ?? transitions[0];
  return { outcome, state: last.state, transitions };
}

/**
 * A call opens unpaused and off hold, with a new recording sequence: nothing carries over from an earlier call. A call that comes back,
 * after another one had replaced it, is still paused if it was.
 */
function start({ state, event, receivedAt }: Moment): Transition {
  if (event.event !== 'call-started') throw new Error(`${event.event} opens no call`);
  const { newCall, phoneNumber, customerId, customer, platformCall = null, occurredAt = null } = event;
  const { id, reference } = newCall;
  const call: LiveCall = { id, reference, phoneNumber, customerId, customer, startedAt: receivedAt };
  const started = {
    ...initialRepState,
    version: state.version + 1,
    call,
    platformCall,
    platformStartedAt: platformCall === null ? null : occurredAt,
    pastPlatformCalls: state.pastPlatformCalls,
    recordingPaused: pastCallOf(state, platformCall)?.recordingPaused === true,
    recordingSequence: nextRecordingSequence(state.recordingSequence, receivedAt),
  };
  return { step: 'started', call, state: started };
}

function end({ state, event, receivedAt }: Moment, endReason: EndReason): Transition {
  const ended = {
    ...initialRepState,
    version: state.version + 1,
    pastPlatformCalls: remember(pastCallAfter(state, event, endReason), state.pastPlatformCalls),
    recordingSequence: nextRecordingSequence(state.recordingSequence, receivedAt),
  };
  return { step: 'ended', call: liveCallOf(state), endReason, state: ended };
}

function pastCallAfter(state: RepState, event: StateEvent, endReason: EndReason): PastPlatformCall[] {
  const { platformCall, recordingPaused, pausedBy } = state;
  if (platformCall === null) return [];
  const { platformCall: sent = null, occurredAt = null } = event;
  const isPaused = recordingPaused && pausedBy === null;
  if (endReason === 'ended') {
    const ended = endedCall(platformCall, occurredAt);
    // The end of another call, whose start is delayed, does not say that this one is over: it may come off hold.
    return [areTwoCalls(platformCall, sent) ? { ...ended, hasEnded: false, recordingPaused: isPaused } : ended];
  }
  // A call that its own id replaces is another one: a sender may use an id again.
  return [replacedCall(platformCall, { recordingPaused: sent !== platformCall && isPaused })];
}

/** The table has these moves in the live state only. */
function liveCallOf({ call }: RepState): LiveCall {
  if (call === null) throw new Error('there is no live call');
  return call;
}
