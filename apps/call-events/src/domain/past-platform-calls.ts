// A platform reports its calls with ids. They tell the late events of an earlier call of the rep from the events of the live one.
// docs/call-lifecycle.md has the rules.

import type { CallEventName } from '@callside/schemas';
import { areOfOnePlatform, areTwoCalls } from './platform-call.ts';
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
 * to be over is another one. An end or hold with another id that lasts is of a call that the rep did not answer, or whose start is delayed.
 */
export function isOfAnotherCall(state: RepState, sent: PlatformEvent): boolean {
  const { event, platformCall = null, callIdLasts, occurredAt, isOffHold } = sent;
  const past = pastCallOf(state, platformCall);
  const isLive = platformCall === state.platformCall;
  const isOver = past !== undefined && !isLive;
  const isFromBeforeEnd = isBefore(occurredAt, past?.endedAt);
  const isLate = isFromBeforeEnd || isFromBeforeLiveCall(state, sent);
  switch (event) {
    // A call may come back to the rep: when the call that replaced it ends, or by a transfer, even in the millisecond of its end, as in
    // Asterisk when a channel goes from one bridge to another. A call that was ended is on hold no more.
    case 'call-started':
      return isFromBeforeEnd || (isOver && past.hasEnded && isOffHold === true);
    // Without proof that it came late, a pause pauses. Its time is no proof for the live call: some senders give all pauses of a call one.
    case 'recording-paused':
      return isFromBeforeEnd && !isLive;
    case 'recording-resumed':
      return isFromBeforeEnd || (!isLive && (past === undefined ? isLate : state.pausedBy !== platformCall));
    default:
      return isLate || isOver || (callIdLasts === true && areTwoCalls(state.platformCall, platformCall));
  }
}

/**
 * Whether the event is one of the platform of the live call, and happened before that started, the last time if it has come back. Some
 * platforms report each leg of a call with an id of its own: such a start may be that of the live call.
 */
export function isFromBeforeLiveCall(
  { platformCall: live, platformStartedAt }: RepState,
  { platformCall = null, occurredAt }: PlatformFields,
): boolean {
  return areOfOnePlatform(live, platformCall) && isBefore(occurredAt, platformStartedAt);
}

/** The state with what an event says of an earlier call. */
export function noteEarlierCall(state: RepState, event: PlatformEvent, { isLate }: { isLate: boolean }): RepState {
  const { platformCall = null } = event;
  if (platformCall === null || platformCall === state.platformCall) return state;
  const noted = noteOf(platformCall, event, { past: pastCallOf(state, platformCall), isLate });
  return noted === null ? state : { ...state, pastPlatformCalls: remember([noted], state.pastPlatformCalls) };
}

/** null: the event says nothing new of the earlier call. */
function noteOf(
  platformCall: string,
  { event, occurredAt = null, isOffHold = false }: PlatformEvent,
  { past, isLate }: { past: PastPlatformCall | undefined; isLate: boolean },
): PastPlatformCall | null {
  switch (event) {
    // A late start may be that of a call which had come back before the live one began.
    case 'call-started': {
      const isBack = past?.endedAt != null && !isOffHold && !isBefore(occurredAt, past.endedAt);
      return isLate && (past === undefined || isBack) ? replacedCall(platformCall) : null;
    }
    // A platform may report the end of a call twice: the second one must not end the next call, also if the start was lost.
    case 'call-ended': {
      const isKnown = past?.hasEnded === true && !isBefore(past.endedAt, occurredAt);
      return isKnown ? null : endedCall(platformCall, occurredAt);
    }
    // A replaced call may be paused and resumed before it comes back.
    case 'recording-paused':
    case 'recording-resumed': {
      const recordingPaused = event === 'recording-paused';
      const isNews = past !== undefined && !past.hasEnded && past.recordingPaused !== recordingPaused;
      return isNews ? { ...past, recordingPaused } : null;
    }
    default:
      return null;
  }
}

/** The state's `pausedBy` after a pause. One of the live call is stronger than one of an earlier call, whose resume must not end it. */
export function pauserAfter(state: RepState, { platformCall = null }: PlatformFields): string | null {
  if (platformCall === state.platformCall || pastCallOf(state, platformCall) === undefined) return null;
  return state.recordingPaused ? state.pausedBy : platformCall;
}

export function endedCall(platformCall: string, endedAt: Date | null): PastPlatformCall {
  return { platformCall, hasEnded: true, endedAt, recordingPaused: false };
}

export function replacedCall(platformCall: string, { recordingPaused } = { recordingPaused: false }): PastPlatformCall {
  return { platformCall, hasEnded: false, endedAt: null, recordingPaused };
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
