// What is kept of the calls of a platform after an event of the rep, so that a later event of them can be judged.

import {
  areOfOnePlatform,
  areTwoCalls,
  inTime,
  isBefore,
  isOldRecordingEvent,
  isOverForGood,
  type LiveState,
  liveAmong,
  momentOf,
  mostPastCalls,
  type PlatformCall,
  type PlatformEvent,
  pauserAmong,
  unknownMoment,
} from './platform-call.ts';

/** What the event did. */
interface Done {
  outcome: 'started' | 'resent' | 'superseded' | 'applied' | 'recorded only';
  before: LiveState;
  after: LiveState;
}

/** The calls as they are for a rep in this state: a live call that the deactivation of the rep ended was superseded. */
export function currentCalls(calls: readonly PlatformCall[], { call }: Pick<LiveState, 'call'>): PlatformCall[] {
  return calls.map((each) =>
    each.callId === null || each.callId === call?.id ? each : { ...unknown(each.name), left: 'superseded' },
  );
}

/** The calls after an event, the newest first. Of any sender: an event of the six webhooks may end or supersede the call of a platform. */
export function notePlatformEvent(calls: readonly PlatformCall[], event: PlatformEvent, done: Done): PlatformCall[] {
  const live = liveAmong(calls, done.before);
  const noted = [noteEarlierCall, noteEndOfLive, noteStart, notePause, noteRecording].reduce<readonly PlatformCall[]>(
    (known, note) => note(known, event, { ...done, live }),
    calls,
  );
  const isLive = ({ name }: PlatformCall) => name === liveAmong(noted, done.after)?.name;
  const past = noted.filter((call) => !isLive(call));
  return [...noted.filter(isLive), ...past.slice(0, mostPastCalls)];
}

interface Noted extends Done {
  /** Before the event. */
  live: PlatformCall | undefined;
}

type Note = (calls: readonly PlatformCall[], event: PlatformEvent, done: Noted) => readonly PlatformCall[];

/** What the event says of a call that the rep is not on. */
const noteEarlierCall: Note = (calls, { event, fromPlatform, occurredAt }, { live, outcome }) => {
  if (fromPlatform === undefined || fromPlatform.platformCall === live?.name) return calls;
  const { platformCall: name } = fromPlatform;
  const sent = calls.find((call) => call.name === name);
  const at = momentOf({ occurredAt, fromPlatform });
  switch (event) {
    // A late start may be that of a call which had come back before the live one began.
    case 'call-started': {
      const isBack =
        sent !== undefined &&
        (sent.leftAt.at ?? sent.leftAt.order) !== null &&
        !isOverForGood(sent, fromPlatform) &&
        !isBefore(at, sent.leftAt);
      return outcome === 'recorded only' && (sent === undefined || isBack)
        ? leave(name, { left: 'superseded' }, calls)
        : calls;
    }
    // A platform may report the end of a call twice: the second one must not end the next call, also if the start was lost.
    case 'call-ended': {
      const isKnown = sent !== undefined && hasEnded(sent) && !isBefore(sent.leftAt, at);
      return isKnown ? calls : leave(name, { left: endOf(fromPlatform, sent), leftAt: at }, calls);
    }
    // A superseded call may be paused and resumed before it comes back.
    case 'recording-paused':
    case 'recording-resumed': {
      const recordingPaused = event === 'recording-paused';
      const isNews = sent !== undefined && sent.left === 'superseded' && sent.recordingPaused !== recordingPaused;
      return isNews && !isOldRecordingEvent(event, at, sent) ? put({ ...sent, recordingPaused }, calls) : calls;
    }
    default:
      return calls;
  }
};

const noteEndOfLive: Note = (calls, { event, fromPlatform, occurredAt }, { live, outcome, before }) => {
  if (live === undefined) return calls;
  const { name } = live;
  const sent = fromPlatform?.platformCall;
  const recordingPaused = before.recordingPaused && pauserAmong(calls, before) === undefined;
  if (outcome === 'superseded') {
    // A call that its own id supersedes is another one: a sender may use an id again.
    return leave(name, { left: 'superseded', recordingPaused: sent !== name && recordingPaused }, calls);
  }
  if (outcome !== 'applied' || event !== 'call-ended') return calls;
  // The end of another call, whose start is delayed, does not say that this one is over: it may come off hold.
  const isOver = !areTwoCalls(name, sent);
  const end = sent === name ? endOf(fromPlatform, live) : ('ended' as const);
  const how = isOver ? { left: end } : { left: 'superseded' as const, recordingPaused };
  const leftAt = momentOf({ occurredAt, fromPlatform });
  return leave(name, { ...how, leftAt: sent === name ? leftAt : inTime(leftAt) }, calls);
};

/**
 * A live call that no platform started gets the id of the start that came again, so that later it is known to be over. A later start, as at
 * the end of a hold, says that the rep was still on the call then, or again: then it may have another id.
 */
const noteStart: Note = (calls, { fromPlatform, occurredAt }, { live, outcome, after }) => {
  if (fromPlatform === undefined || after.call === null) return calls;
  const { platformCall: name } = fromPlatform;
  const at = momentOf({ occurredAt, fromPlatform });
  const isLater = live !== undefined && isBefore(live.startedAt, live.name === name ? at : inTime(at));
  const isIdentified = live === undefined || (areOfOnePlatform(live.name, name) && isLater);
  const isStarted = outcome === 'started' || outcome === 'superseded';
  if (!isStarted && !(outcome === 'resent' && isIdentified)) return calls;
  const others = outcome === 'resent' && live !== undefined ? withoutLive(calls, live) : calls;
  const known = others.find((call) => call.name === name) ?? unknown(name);
  return put({ ...known, callId: after.call.id, startedAt: at }, others);
};

/** A pause of the live call is stronger than one of an earlier call, whose resume must not end it. */
const notePause: Note = (calls, { event, fromPlatform }, { live, outcome, before, after }) => {
  if (event !== 'recording-paused' || outcome !== 'applied' || fromPlatform?.platformCall === live?.name) return calls;
  const sent = calls.find(({ name }) => name === fromPlatform?.platformCall);
  const pauser = before.recordingPaused ? sent && pauserAmong(calls, before) : sent;
  return pauser === undefined ? calls : put({ ...pauser, pausedLiveAt: after.recordingSequence }, calls);
};

/** Of a call that the rep is on, or may get back. */
const noteRecording: Note = (calls, { event, fromPlatform, occurredAt }, { live }) => {
  if (fromPlatform === undefined || (event !== 'recording-paused' && event !== 'recording-resumed')) return calls;
  const recordingAt = momentOf({ occurredAt, fromPlatform });
  return calls.map((call) =>
    call.name === fromPlatform.platformCall &&
    (call.name === live?.name || call.left === 'superseded') &&
    (recordingAt.at ?? recordingAt.order) !== null &&
    !isBefore(recordingAt, call.recordingAt)
      ? { ...call, recordingAt }
      : call,
  );
};

/** A finished call stays so, also if an earlier end of it comes late. */
function endOf(fromPlatform: PlatformEvent['fromPlatform'], known: PlatformCall | undefined): 'ended' | 'finished' {
  return fromPlatform?.endIsFinal || known?.left === 'finished' ? 'finished' : 'ended';
}

function hasEnded({ left }: PlatformCall): boolean {
  return left === 'ended' || left === 'finished';
}

function put(call: PlatformCall, calls: readonly PlatformCall[]): PlatformCall[] {
  return [call, ...calls.filter(({ name }) => name !== call.name)];
}

function leave(
  name: string,
  how: Pick<PlatformCall, 'left'> & Partial<Pick<PlatformCall, 'leftAt' | 'recordingPaused'>>,
  calls: readonly PlatformCall[],
): PlatformCall[] {
  const { pausedLiveAt, recordingAt } = calls.find((call) => call.name === name) ?? unknown(name);
  return put({ ...unknown(name), pausedLiveAt, recordingAt, ...how }, calls);
}

/** An id that a call had before is forgotten: the platform may go back to it. */
function withoutLive(calls: readonly PlatformCall[], live: PlatformCall): PlatformCall[] {
  if (live.left === null) return calls.filter((call) => call !== live);
  return calls.map((call) => (call === live ? { ...live, callId: null, startedAt: unknownMoment } : call));
}

function unknown(name: string): PlatformCall {
  const nothing = { callId: null, left: null, pausedLiveAt: null };
  const moments = { startedAt: unknownMoment, leftAt: unknownMoment, recordingAt: unknownMoment };
  return { name, ...nothing, ...moments, recordingPaused: false };
}
