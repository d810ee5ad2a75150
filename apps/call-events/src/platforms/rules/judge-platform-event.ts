// What an event of a platform means for the live call of the rep. The ids of its calls tell the late events of an earlier call from those
// of the live one. docs/call-lifecycle.md has the rules.

import { isWithheld } from '@callside/schemas';
import {
  areOfOnePlatform,
  areTwoCalls,
  type FromPlatform,
  inTime,
  isBefore,
  isForgotten,
  isOldRecordingEvent,
  isOverForGood,
  type LiveState,
  liveAmong,
  momentOf,
  type PlatformCall,
  type PlatformEvent,
  pauserAmong,
} from './platform-call.ts';

interface Known {
  calls: readonly PlatformCall[];
  state: LiveState;
  /** Whether number and customer code of a start are those of the live call. */
  hasSameNumber: boolean;
}

/** null: the event is recorded, and changes nothing. */
export type Verdict = {
  /** Of a start: it is one of the live call. */
  namesLiveCall: boolean;
  /** Of a start: its call comes back as the rep left it. */
  opensPaused: boolean;
} | null;

/**
 * A platform may change the id of a call while it lasts, so only a call that is known to be over is another one. An end or hold with
 * another id that lasts is of a call that the rep did not answer, or whose start is delayed.
 */
export function judgePlatformEvent(
  { event, fromPlatform, occurredAt }: PlatformEvent & { fromPlatform: FromPlatform },
  known: Known,
): Verdict {
  const { calls, state } = known;
  const { platformCall, callIdLasts, isStale } = fromPlatform;
  const at = momentOf({ occurredAt, fromPlatform });
  const live = liveAmong(calls, state);
  const isLive = live?.name === platformCall;
  const sent = calls.find(({ name }) => name === platformCall);
  const isOver = sent !== undefined && !isLive;
  const isFromBeforeEnd = isBefore(at, sent?.leftAt);
  // Some platforms report each leg of a call with an id of its own: such a start may be that of the live call.
  const isFromBeforeLive =
    areOfOnePlatform(live?.name, platformCall) && isBefore(isLive ? at : inTime(at), live?.startedAt);
  const isLate = isFromBeforeEnd || isFromBeforeLive;
  const counts: Verdict = { namesLiveCall: false, opensPaused: false };
  switch (event) {
    // A call may come back to the rep: when the call that superseded it ends, or by a transfer, even in the millisecond of its end, as in
    // Asterisk when a channel goes from one bridge to another. A call that was ended is on hold no more.
    case 'call-started': {
      if (isFromBeforeEnd || (isOver && isOverForGood(sent, fromPlatform))) return null;
      if (callIdLasts && sent === undefined && isForgotten(platformCall, at, calls)) return null;
      const namesLiveCall = isSameCall(fromPlatform, { ...known, live });
      if (!namesLiveCall && isFromBeforeLive) return null;
      return { namesLiveCall, opensPaused: isOver && sent.recordingPaused };
    }
    // Without proof that it came late, a pause pauses. Its time is no proof for the live call.
    case 'recording-paused':
      return (isFromBeforeEnd && !isLive) || isOldRecordingEvent(event, at, sent) ? null : counts;
    case 'recording-resumed':
      if (isFromBeforeEnd || isOldRecordingEvent(event, at, sent)) return null;
      return !isLive && (isOver ? pauserAmong(calls, state) !== sent : isLate) ? null : counts;
    // A copy of an end may be posted at any time: it ends its own call only.
    default:
      if (isLate || isOver || (isStale && !isLive)) return null;
      return callIdLasts && areTwoCalls(live?.name, platformCall) ? null : counts;
  }
}

/**
 * Whether a start is that of the live call. Off hold, the number may have changed, and a new call would begin without the pause of this one.
 * A withheld number says nothing about the caller, so there the ids decide if both are known. With a number they decide only if they last:
 * some platforms report each leg of a call with an id of its own.
 */
function isSameCall(
  { platformCall, callIdLasts, isOffHold }: FromPlatform,
  { live, state: { call }, hasSameNumber }: Known & { live: PlatformCall | undefined },
): boolean {
  if (call === null) return false;
  const hasOtherId = live !== undefined && live.name !== platformCall;
  if (isOffHold && !hasOtherId) return true;
  if (callIdLasts && areTwoCalls(live?.name, platformCall)) return false;
  return hasSameNumber && !(hasOtherId && isWithheld(call.phoneNumber));
}
