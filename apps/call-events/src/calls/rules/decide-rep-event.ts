import {
  currentCalls,
  judgePlatformEvent,
  notePlatformEvent,
  type PlatformCall,
  type PlatformEvent,
} from '../../platforms/index.ts';
import { type Decision, decide, recordOnly, type StateEvent } from './call-state.ts';
import type { RepState } from './rep-state.ts';
import { namesTheSameCall } from './resend-rule.ts';

export type RepEvent = StateEvent & Omit<PlatformEvent, 'event'>;

interface Rep {
  state: RepState;
  /** Absent: the rep has none, and the event is of no platform. */
  platformCalls?: readonly PlatformCall[] | undefined;
}

/**
 * Decides an event of a rep. What a platform reports is one of the six events, or nothing: its calls say which. They also note what an
 * event of the six webhooks does to the call of a platform.
 */
export function decideRepEvent(
  { state, platformCalls }: Rep,
  event: RepEvent,
  receivedAt: Date,
): { decision: Decision; platformCalls?: readonly PlatformCall[] } {
  if (platformCalls === undefined) return { decision: decide(state, event, receivedAt) };
  const calls = currentCalls(platformCalls, state);
  const decision = decideAmong(calls, { state, event, receivedAt });
  const done = { outcome: decision.outcome, before: state, after: decision.state };
  return { decision, platformCalls: notePlatformEvent(calls, event, done) };
}

function decideAmong(
  calls: readonly PlatformCall[],
  { state, event, receivedAt }: { state: RepState; event: RepEvent; receivedAt: Date },
): Decision {
  const { fromPlatform } = event;
  if (fromPlatform === undefined) return decide(state, event, receivedAt);
  const isStart = event.event === 'call-started';
  const hasSameNumber = isStart && state.call !== null && namesTheSameCall(state.call, event);
  const verdict = judgePlatformEvent({ ...event, fromPlatform }, { calls, state, hasSameNumber });
  if (verdict === null) return recordOnly({ state });
  return decide(state, isStart ? { ...event, ...verdict } : event, receivedAt);
}
