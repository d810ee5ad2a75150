// A platform reports its calls with ids. They tell the late events of an earlier call of the rep from the events of the live one.
// docs/call-lifecycle.md has the rules.

import type { CallEventName } from '@callside/schemas';
import { areTwoCalls } from './platform-call.ts';
import type { PastPlatformCall, RepState } from './rep-state.ts';

/** Absent from the events of the six webhooks. */
export interface PlatformFields {
  /** The platform and its id of the call. */
  platformCall?: string | null | undefined;
  /** The platform never changes the id of a call. */
  callIdLasts?: boolean | undefined;
  /** On the sender's clock. */
  occurredAt?: Date | null;
}

interface PlatformEvent extends PlatformFields {
  event: CallEventName;
  /** A start at the end of a hold. */
  isOffHold?: boolean | undefined;
}

/** A platform may report an end half a minute late. A rep has no more calls in that time. */
const mostPastPlatformCalls = 10;

export function pastCallOf(
  { pastPlatformCalls }: RepState,
  platformCall: string | null | undefined,
): PastPlatformCall | undefined {
  return pastPlatformCalls.find((past) => past.platformCall === platformCall);
}

/**
 * Whether the event must not change the live call. A platform may change the id of a call while it lasts, so only a call that is known
 * to be over is another one. An end with another id that lasts is of a call that the rep did not answer.
 */
export function isOfAnotherCall(state: RepState, sent: PlatformEvent): boolean {
  const { event, platformCall = null, callIdLasts, occurredAt, isOffHold } = sent;
  const past = pastCallOf(state, platformCall);
  if (past === undefined) {
    if (event === 'call-started' || event === 'recording-paused') return false;
    const isUnanswered = event === 'call-ended' && callIdLasts === true;
    return isFromBeforeLiveCall(state, sent) || (isUnanswered && areTwoCalls(state.platformCall, platformCall));
  }
  const isLive = platformCall === state.platformCall;
  const isFromBefore = isBefore(occurredAt, past.endedAt);
  switch (event) {
    // A call may come back to the rep: when the call that replaced it ends, or by a transfer, even in the millisecond of its end, as in
    // Asterisk when a channel goes from one bridge to another. A call that was ended is on hold no more.
    case 'call-started':
      return isFromBefore || (!isLive && past.hasEnded && isOffHold === true);
    // Without proof that it came late, a pause pauses. Its time is no proof for the live call: some senders give all pauses of a call one.
    case 'recording-paused':
      return isFromBefore && !isLive;
    case 'recording-resumed':
      return isFromBefore || (!isLive && state.pausedBy !== platformCall);
    default:
      return isFromBefore || !isLive;
  }
}

/**
 * Whether the event has another id of the platform, and happened before the live call started. Some platforms report each leg of a call
 * with an id of its own: such a start may be that of the live call.
 */
export function isFromBeforeLiveCall(
  { platformCall: live, platformStartedAt }: RepState,
  { platformCall = null, occurredAt }: PlatformFields,
): boolean {
  return areTwoCalls(live, platformCall) && isBefore(occurredAt, platformStartedAt);
}

/**
 * The state with what an event says of an earlier call. A platform may report the end of a call twice: the second one must not end the
 * next call, also if the start was lost. A replaced call may be paused and resumed before it comes back.
 */
export function noteEarlierCall(
  state: RepState,
  { event, platformCall = null, occurredAt = null }: PlatformEvent,
  { isLate }: { isLate: boolean },
): RepState {
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
  if (past === undefined && event === 'call-started' && isLate) {
    return noted({ platformCall, hasEnded: false, endedAt: null, recordingPaused: false });
  }
  if (past === undefined || past.hasEnded) return state;
  if (event !== 'recording-paused' && event !== 'recording-resumed') return state;
  const recordingPaused = event === 'recording-paused';
  return recordingPaused === past.recordingPaused ? state : noted({ ...past, recordingPaused });
}

/** The state's `pausedBy` after a pause. One of the live call is stronger than one of an earlier call, whose resume must not end it. */
export function pauserAfter(state: RepState, { platformCall = null }: PlatformFields): string | null {
  if (platformCall === state.platformCall || pastCallOf(state, platformCall) === undefined) return null;
  return state.recordingPaused ? state.pausedBy : platformCall;
}

/** Puts calls before those that are known, or in their place. */
export function remember(over: readonly PastPlatformCall[], past: readonly PastPlatformCall[]): PastPlatformCall[] {
  const isOver = new Set(over.map(({ platformCall }) => platformCall));
  const others = past.filter(({ platformCall }) => !isOver.has(platformCall));
  return [...over, ...others].slice(0, mostPastPlatformCalls);
}

/** false if one of the times is not known. */
export function isBefore(time: Date | null | undefined, other: Date | null | undefined): boolean {
  return time != null && other != null && time < other;
}
