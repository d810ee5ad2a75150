import { type CallEventName, storableText } from '@callside/schemas';

/** A call of a platform, as a rep has had it. Times are those of the sender's clock; null: it gave none. */
export interface PlatformCall {
  /** The platform and its id of the call, as `aircall:9101`. */
  name: string;
  /** The call in the log that its last start was of: the rep is on it while that one is live. null: the rep is not on it. */
  callId: string | null;
  startedAt: Date | null;
  /** How the rep left it the last time. `superseded`: the rep may get it back. null: they never left it. */
  left: 'superseded' | 'ended' | null;
  leftAt: Date | null;
  /** Whether its recording was paused when the rep left it, or since. */
  recordingPaused: boolean;
  /** The sequence of the recording state in which its pause paused the live call, which is another one. */
  pausedLiveAt: number | null;
}

/** What an adapter knows of the call of an event. */
export interface FromPlatform {
  /** As `name` of a call. */
  platformCall: string;
  /** The platform never changes the id of a call. */
  callIdLasts: boolean;
  /** A call of the platform that has ended never starts again. */
  endIsFinal: boolean;
  /** A start at the end of a hold: its call may be live already. */
  isOffHold: boolean;
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
  return sent?.left === 'ended' && (endIsFinal || isOffHold);
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

/** false if one of the times is not known. */
export function isBefore(time: Date | null | undefined, other: Date | null | undefined): boolean {
  return time != null && other != null && time < other;
}

/** The call that the rep is on. */
export function liveAmong(calls: readonly PlatformCall[], { call }: Pick<LiveState, 'call'>): PlatformCall | undefined {
  return call === null ? undefined : calls.find(({ callId }) => callId === call.id);
}

/** The earlier call whose pause has paused the live one. Its resume ends that pause. */
export function pauserAmong(calls: readonly PlatformCall[], state: LiveState): PlatformCall | undefined {
  return state.recordingPaused ? calls.find(({ pausedLiveAt }) => pausedLiveAt === state.recordingSequence) : undefined;
}
