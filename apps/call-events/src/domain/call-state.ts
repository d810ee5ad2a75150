// The specification's table of states and triggers, and the function that applies it.
// docs/call-lifecycle.md lists the invariants that the tests beside this file check.

import type { CallEventName, CustomerMatch } from '@callside/schemas';
import type { AdoptedCall } from './call-event.ts';
import {
  isBefore,
  isFromBeforeLiveCall,
  isOfAnotherCall,
  noteEarlierCall,
  type PlatformFields,
  pastCallOf,
  pauserAfter,
  remember,
} from './past-platform-calls.ts';
import { nextRecordingSequence } from './recording-sequence.ts';
import type { LiveCall, RepState } from './rep-state.ts';
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
        /** A call that was live before its rep was known. It opens with its start, hold and pause. */
        adopted?: Omit<AdoptedCall, 'eventId' | 'newestEventId'> | undefined;
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

function callStatusOf(state: RepState): CallStatus {
  if (state.call === null) return 'no live call';
  return state.recordingPaused ? 'recording paused' : 'recording unpaused';
}

/** Applies one event of a resolved rep, received at `receivedAt`, to their state. */
export function decide(state: RepState, event: StateEvent, receivedAt: Date): Decision {
  const trigger = triggerOf(state, event);
  const move = transitionTable[callStatusOf(state)][trigger];
  const isLate = trigger === 'event of another call';
  return moves[move]({ state: noteEarlierCall(state, event, { isLate }), event, receivedAt });
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
    if (isTheSame) return 'start of the same call';
    return isFromBeforeLiveCall(state, event) ? 'event of another call' : 'start of another call';
  }
  return event.event;
}

/**
 * A live call that no adapter started gets the platform's id of the start that came again, so that later it is known to be over. A later
 * start of the same id, as at the end of a hold, says that the rep was still on the call then.
 */
function identify(state: RepState, { platformCall = null, occurredAt = null }: StateEvent): RepState {
  if (platformCall === null || (state.platformCall !== null && state.platformCall !== platformCall)) return state;
  if (state.platformCall === platformCall && !isBefore(state.platformStartedAt, occurredAt)) return state;
  return { ...state, platformCall, platformStartedAt: occurredAt };
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
  const { newCall, phoneNumber, customerId, customer, adopted, platformCall = null, occurredAt = null } = event;
  const call: LiveCall = { ...newCall, phoneNumber, customerId, customer, startedAt: adopted?.startedAt ?? receivedAt };
  const { platformStartedAt, onHold, recordingPaused, pausedBy, pastPlatformCalls } = adopted ?? {
    platformStartedAt: platformCall === null ? null : occurredAt,
    onHold: false,
    recordingPaused: pastCallOf(state, platformCall)?.recordingPaused === true,
    pausedBy: null,
    pastPlatformCalls: [],
  };
  const opened = {
    ...clearRecording(state, receivedAt),
    version: state.version + 1,
    call,
    platformCall,
    platformStartedAt,
    pastPlatformCalls: remember(pastPlatformCalls, state.pastPlatformCalls),
    onHold,
    recordingPaused,
    pausedBy,
  };
  return { step: 'started', call, state: opened };
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
  const none = { call: null, platformCall: null, platformStartedAt: null };
  const cleared = { ...clearRecording(state, receivedAt), ...none, version, pastPlatformCalls };
  return { step: 'ended', call: liveCallOf(state), endReason, state: cleared };
}

function changeHold({ state }: Moment, onHold: boolean): Transition {
  return { step: 'hold changed', call: liveCallOf(state), state: { ...state, version: state.version + 1, onHold } };
}

function changeRecording({ state, event, receivedAt }: Moment, recordingPaused: boolean): Transition {
  const recordingSequence = nextRecordingSequence(state.recordingSequence, receivedAt);
  const pausedBy = recordingPaused ? pauserAfter(state, event) : null;
  const changed = { ...state, version: state.version + 1, recordingPaused, pausedBy, recordingSequence };
  return { step: 'recording changed', call: liveCallOf(state), state: changed };
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
