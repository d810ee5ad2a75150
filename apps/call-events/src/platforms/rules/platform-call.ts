import { type CallEventName, storableText } from '@callside/schemas';

/** When something happened, by its sender. null: not given. */
export interface Moment {
  /** By the sender's clock. */
  at: Date | null;
  /** The platform's own number of the event. It grows within a call, and says nothing of another call. */
  order: number | null;
}

export const unknownMoment: Moment = { at: null, order: null };

/** A call of a platform, as a rep has had it. */
export interface PlatformCall {
  /** The platform and its id of the call, as `aircall:9101`. */
  name: string;
  /** The call in the log that its last start was of: the rep is on it while that one is live. null: the rep is not on it. */
  callId: string | null;
  startedAt: Moment;
  /** How the rep left it the last time. `superseded`: the rep may get it back. `finished`: nobody gets it back. null: they never left it. */
  left: 'superseded' | 'ended' | 'finished' | null;
  leftAt: Moment;
  /** Whether its recording was paused when the rep left it, or since. */
  recordingPaused: boolean;
  /** The newest pause or resume of its recording. */
  recordingAt: Moment;
  /** The sequence of the recording state in which its pause paused the live call, which is another one. */
  pausedLiveAt: number | null;
}

/** What an adapter knows of the call of an event. */
export interface FromPlatform {
  /** As `name` of a call. */
  platformCall: string;
  /** The platform never changes the id of a call. */
  callIdLasts: boolean;
  /** Of a start: no call of the platform starts again after its end. Of an end: this call does not. */
  endIsFinal: boolean;
  /** A start at the end of a hold: its call may be live already. */
  isOffHold: boolean;
  order: number | null;
  /** It may be a copy that somebody has kept. */
  isStale: boolean;
}

export interface PlatformEvent {
  event: CallEventName;
  /** Absent: one of the six webhooks. */
  fromPlatform?: FromPlatform | undefined;
  occurredAt: Date | null;
}

/** What the rules use of the state of the rep. */
export interface LiveState {
  call: { id: string; phoneNumber: string } | null;
  recordingPaused: boolean;
  recordingSequence: number;
}

/** No platform has longer ids of calls. */
const longestCallId = 200;

export function platformCallOf(platform: string, callId: string): string {
  return storableText(`${platform}:${callId.slice(0, longestCallId)}`);
}

/** Whether the rep cannot get the call back. `sent`: the call of the event, as it is known. */
export function isOverForGood(sent: PlatformCall | undefined, { endIsFinal, isOffHold }: FromPlatform): boolean {
  return sent?.left === 'finished' || (sent?.left === 'ended' && (endIsFinal || isOffHold));
}

/** A platform may report an end half a minute late. A rep has no more calls in that time. */
export const mostPastCalls = 10;

/** Whether the rep has left so many calls of the platform since then that an earlier one is not remembered. */
export function isForgotten(name: string, at: Moment, calls: readonly PlatformCall[]): boolean {
  const later = calls.filter((call) => areOfOnePlatform(call.name, name) && isBefore(inTime(at), call.leftAt));
  return later.length >= mostPastCalls;
}

/** Whether both are calls of one platform, and not the same one. */
export function areTwoCalls(one: string | undefined, other: string | undefined): boolean {
  return one !== other && areOfOnePlatform(one, other);
}

export function areOfOnePlatform(one: string | undefined, other: string | undefined): boolean {
  return one !== undefined && other !== undefined && platformOf(one) === platformOf(other);
}

function platformOf(name: string): string {
  return name.slice(0, name.indexOf(':'));
}

export function momentOf({ occurredAt, fromPlatform }: Omit<PlatformEvent, 'event'>): Moment {
  return { at: occurredAt, order: fromPlatform?.order ?? null };
}

/** By the order of the platform; if one has none, by the times. false if that cannot be told. */
export function isBefore(one: Moment, other: Moment | undefined): boolean {
  if (other === undefined) return false;
  if (one.order !== null && other.order !== null) return one.order < other.order;
  return one.at !== null && other.at !== null && one.at < other.at;
}

/** For a comparison with another call. */
export function inTime({ at }: Moment): Moment {
  return { at, order: null };
}

/** Whether a pause or resume is from before the newest one of its call. Some senders give all pauses of a call one time: it is no proof. */
export function isOldRecordingEvent(event: CallEventName, moment: Moment, sent: PlatformCall | undefined): boolean {
  const proof = event === 'recording-paused' ? { at: null, order: moment.order } : moment;
  return isBefore(proof, sent?.recordingAt);
}

/** The call that the rep is on. */
export function liveAmong(calls: readonly PlatformCall[], { call }: Pick<LiveState, 'call'>): PlatformCall | undefined {
  return call === null ? undefined : calls.find(({ callId }) => callId === call.id);
}

/** The earlier call whose pause has paused the live one. Its resume ends that pause. */
export function pauserAmong(calls: readonly PlatformCall[], state: LiveState): PlatformCall | undefined {
  return state.recordingPaused ? calls.find(({ pausedLiveAt }) => pausedLiveAt === state.recordingSequence) : undefined;
}
