// The specification's table of states and triggers, and the function that applies it.
// docs/call-lifecycle.md lists the invariants that the tests beside this file check.

import type { CallEventName, CustomerMatch } from '@callside/schemas';
import type { AdoptedCall } from './call-event.ts';
import { areTwoCalls } from './platform-call.ts';
import { nextRecordingSequence } from './recording-sequence.ts';
import type { LiveCall, PastPlatformCall, RepState } from './rep-state.ts';
import { namesTheSameCall } from './resend-rule.ts';

export type CallStatus = 'no live call' | 'recording unpaused' | 'recording paused';

export type Trigger =
  | Exclude<CallEventName, 'call-started'>
  | 'start of the same call'
  | 'start of another call'
  | 'event of another call';

type Move = 'open' | 'keep' | 'replace' | 'close' | 'hold' | 'unhold' | 'pause' | 'resume' | 'record only';

const onLiveCall = {
  'start of the same call': 'keep',
  'start of another call': 'replace',
  'call-ended': 'close',
  'event of another call': 'record only',
  'hold-started': 'hold',
  'hold-ended': 'unhold',
  'recording-paused': 'pause',
  'recording-resumed': 'resume',
} as const satisfies Record<Trigger, Move>;

/** Whether the event pauses or resumes the recording of a live call. */
export function controlsRecording(event: CallEventName): boolean {
  const move: Move | null = event === 'call-started' ? null : onLiveCall[event];
  return move === 'pause' || move === 'resume';
}

/** What each trigger does in each status. The compiler rejects a new status or trigger without its entries. */
const transitionTable: Record<CallStatus, Record<Trigger, Move>> = {
  'no live call': {
    'start of the same call': 'open',
    'start of another call': 'open',
    'call-ended': 'record only',
    'event of another call': 'record only',
    'hold-started': 'record only',
    'hold-ended': 'record only',
    'recording-paused': 'record only',
    'recording-resumed': 'record only',
  },
  'recording unpaused': onLiveCall,
  'recording paused': onLiveCall,
};

/** The part of an event that the state machine uses. */
export type StateEvent = {
  platformCall?: string | null | undefined;
  /** The platform never changes the id of a call. */
  callIdLasts?: boolean | undefined;
  /** On the sender's clock. */
  occurredAt?: Date | null;
} & (
  | {
      event: 'call-started';
      phoneNumber: string;
      customerId: string | null;
      /** The brand's customer that matches the call. */
      customer: CustomerMatch | null;
      newCall: { id: string; reference: string };
      isOffHold?: boolean | undefined;
      /** A call that was live before its rep was known. It opens with its start, hold and pause. */
      adopted?: Pick<AdoptedCall, 'startedAt' | 'onHold' | 'recordingPaused' | 'pastPlatformCalls'> | undefined;
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
 * `recorded only`: there is no live call, or the event is of an earlier one, of which the state may get the end or the resume;
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
  pastPlatformCalls: [],
  onHold: false,
  recordingPaused: false,
  pausedBy: null,
  recordingSequence: 0,
};

/** A platform may report an end half a minute late. A rep has no more calls in that time. */
const mostPastPlatformCalls = 10;

function callStatusOf(state: RepState): CallStatus {
  if (state.call === null) return 'no live call';
  return state.recordingPaused ? 'recording paused' : 'recording unpaused';
}

/** Applies one event of a resolved rep, received at `receivedAt`, to their state. */
export function decide(state: RepState, event: StateEvent, receivedAt: Date): Decision {
  const move = transitionTable[callStatusOf(state)][triggerOf(state, event)];
  return moves[move]({ state: noteEarlierCall({ state, event, receivedAt }), event, receivedAt });
}

interface Moment {
  state: RepState;
  event: StateEvent;
  receivedAt: Date;
}

const moves: Record<Move, (moment: Moment) => Decision> = {
  open: (moment) => outcomeOf('started', [open(moment)]),
  keep: ({ state, event }) => ({ outcome: 'resent', state: identify(state, event), transitions: [] }),
  replace: (moment) => {
    const ended = close(moment, 'superseded');
    return outcomeOf('superseded', [ended, open({ ...moment, state: ended.state })]);
  },
  close: (moment) => outcomeOf('applied', [close(moment, 'ended')]),
  hold: (moment) => outcomeOf('applied', [changeHold(moment, true)]),
  unhold: (moment) => outcomeOf('applied', [changeHold(moment, false)]),
  pause: (moment) => outcomeOf('applied', [changeRecording(moment, true)]),
  resume: (moment) => outcomeOf('applied', [changeRecording(moment, false)]),
  'record only': ({ state }) => ({ outcome: 'recorded only', state, transitions: [] }),
};

function triggerOf(state: RepState, event: StateEvent): Trigger {
  const { platformCall = null } = event;
  if (isOfAnotherCall(state, event)) return 'event of another call';
  if (event.event === 'call-started') {
    const isTheSame =
      state.call !== null &&
      namesTheSameCall({ ...state.call, platformCall: state.platformCall }, { ...event, platformCall });
    return isTheSame ? 'start of the same call' : 'start of another call';
  }
  return event.event;
}

/**
 * Whether the event must not change the live call. A platform may change the id of a call while it lasts, so only a call that is known
 * to be over is another one. An end with another id that lasts is of a call that the rep did not answer.
 */
function isOfAnotherCall(state: RepState, event: StateEvent): boolean {
  const { platformCall = null, callIdLasts, occurredAt } = event;
  const past = pastCallOf(state, platformCall);
  if (past === undefined) {
    return event.event === 'call-ended' && callIdLasts === true && areTwoCalls(state.platformCall, platformCall);
  }
  const isLive = platformCall === state.platformCall;
  const isFromBefore = isBefore(occurredAt, past.endedAt);
  switch (event.event) {
    // A call may come back to the rep: when the call that replaced it ends, or by a transfer, even in the millisecond of its end, as in
    // Asterisk when a channel goes from one bridge to another. A call that was ended is on hold no more.
    case 'call-started':
      return isFromBefore || (!isLive && past.hasEnded && event.isOffHold === true);
    // Without proof that it came late, a pause pauses. Its time is no proof for the live call: some senders give all pauses of a call one.
    case 'recording-paused':
      return isFromBefore && !isLive;
    case 'recording-resumed':
      return isFromBefore || (!isLive && state.pausedBy !== platformCall);
    default:
      return isFromBefore || !isLive;
  }
}

/** false if one of the times is not known. */
function isBefore(time: Date | null | undefined, other: Date | null | undefined): boolean {
  return time != null && other != null && time < other;
}

/** A live call that no adapter started gets the platform's id of the start that came again, so that later it is known to be over. */
function identify(state: RepState, { platformCall = null }: StateEvent): RepState {
  return state.platformCall === null && platformCall !== null ? { ...state, platformCall } : state;
}

function outcomeOf(outcome: Decision['outcome'], transitions: [Transition, ...Transition[]]): Decision {
  const last = transitions[transitions.length - 1] ?? transitions[0];
  return { outcome, state: last.state, transitions };
}

/**
 * A call opens unpaused and off hold, with a new recording sequence: nothing carries over from an earlier call. A call that comes back,
 * after another one had replaced it, is still paused if it was, and an adopted call opens as it is: a pause that the dialler has requested
 * must reach the companion.
 */
function open({ state, event, receivedAt }: Moment): Transition {
  if (event.event !== 'call-started') throw new Error(`${event.event} opens no call`);
  const { newCall, phoneNumber, customerId, customer, adopted, platformCall = null } = event;
  const call: LiveCall = { ...newCall, phoneNumber, customerId, customer, startedAt: adopted?.startedAt ?? receivedAt };
  const cleared = { ...clearRecording(state, receivedAt), version: state.version + 1, call, platformCall };
  if (adopted === undefined) {
    const recordingPaused = pastCallOf(state, platformCall)?.recordingPaused === true;
    return { step: 'started', call, state: { ...cleared, recordingPaused } };
  }
  const { onHold, recordingPaused } = adopted;
  const pastPlatformCalls = remember(adopted.pastPlatformCalls, state.pastPlatformCalls);
  return { step: 'started', call, state: { ...cleared, onHold, recordingPaused, pastPlatformCalls } };
}

function close({ state, event, receivedAt }: Moment, endReason: EndReason): Transition {
  const { platformCall } = state;
  const hasEnded = endReason === 'ended';
  const endedAt = hasEnded ? (event.occurredAt ?? null) : null;
  // A call that its own id replaces is another one: a sender may use an id again.
  const mayComeBack = !hasEnded && event.platformCall !== platformCall;
  const recordingPaused = mayComeBack && state.recordingPaused && state.pausedBy === null;
  const over = platformCall === null ? [] : [{ platformCall, hasEnded, endedAt, recordingPaused }];
  const pastPlatformCalls = remember(over, state.pastPlatformCalls);
  const version = state.version + 1;
  const cleared = { ...clearRecording(state, receivedAt), version, call: null, platformCall: null, pastPlatformCalls };
  return { step: 'ended', call: liveCallOf(state), endReason, state: cleared };
}

function pastCallOf({ pastPlatformCalls }: RepState, platformCall: string | null): PastPlatformCall | undefined {
  return pastPlatformCalls.find((past) => past.platformCall === platformCall);
}

/**
 * The state with what an event says of an earlier call. A platform may report the end of a call twice: the second one must not end the
 * next call, also if the start was lost. A replaced call may be paused and resumed before it comes back.
 */
function noteEarlierCall({ state, event: { event, platformCall = null, occurredAt = null } }: Moment): RepState {
  if (platformCall === null || platformCall === state.platformCall) return state;
  const past = pastCallOf(state, platformCall);
  const noted = (call: PastPlatformCall) => ({
    ...state,
    pastPlatformCalls: remember([call], state.pastPlatformCalls),
  });
  if (event === 'call-ended') {
    const isRepeated = past?.hasEnded === true && !isBefore(past.endedAt, occurredAt);
    return isRepeated ? state : noted({ platformCall, hasEnded: true, endedAt: occurredAt, recordingPaused: false });
  }
  if (past === undefined || past.hasEnded || !controlsRecording(event)) return state;
  const recordingPaused = event === 'recording-paused';
  return recordingPaused === past.recordingPaused ? state : noted({ ...past, recordingPaused });
}

export function remember(over: readonly PastPlatformCall[], past: readonly PastPlatformCall[]): PastPlatformCall[] {
  const isOver = new Set(over.map(({ platformCall }) => platformCall));
  const others = past.filter(({ platformCall }) => !isOver.has(platformCall));
  return [...over, ...others].slice(0, mostPastPlatformCalls);
}

function changeHold({ state }: Moment, onHold: boolean): Transition {
  return { step: 'hold changed', call: liveCallOf(state), state: { ...state, version: state.version + 1, onHold } };
}

function changeRecording(moment: Moment, recordingPaused: boolean): Transition {
  const { state, receivedAt } = moment;
  const recordingSequence = nextRecordingSequence(state.recordingSequence, receivedAt);
  const pausedBy = recordingPaused ? pauserAfter(moment) : null;
  const changed = { ...state, version: state.version + 1, recordingPaused, pausedBy, recordingSequence };
  return { step: 'recording changed', call: liveCallOf(state), state: changed };
}

/** A pause of the live call is stronger than one of an earlier call, whose resume must not end it. */
function pauserAfter({ state, event: { platformCall = null } }: Moment): string | null {
  if (platformCall === state.platformCall || pastCallOf(state, platformCall) === undefined) return null;
  return state.recordingPaused ? state.pausedBy : platformCall;
}

function clearRecording(state: RepState, receivedAt: Date): RepState {
  const recordingSequence = nextRecordingSequence(state.recordingSequence, receivedAt);
  return { ...state, onHold: false, recordingPaused: false, pausedBy: null, recordingSequence };
}

/** The table has these moves in live states only. */
function liveCallOf({ call }: RepState): LiveCall {
  if (call === null) throw new Error('there is no live call');
  return call;
}
