import type { AdoptedCall } from './call-event.ts';
import { decide, initialRepState, type StateEvent } from './call-state.ts';
import type { EventOnFile } from './event-on-file.ts';
import { platformCallIn, platformOf } from './platform-call.ts';

export interface CallOfAgent {
  /** The event that opened the call. */
  start: EventOnFile;
  platformCall: string | null;
  adopted: AdoptedCall;
}

/**
 * The live call that results from the events of an address, in any order. They are applied as those of a rep are: a start of the same call
 * that came again changes nothing. An event that changed a call of a rep ends this, because the call is that rep's. An event that
 * had a rep on no call came right after the address became their alias, and counts. `idsLast`: whether a platform never changes the id of
 * a call.
 */
export function findCallOfAgent(
  events: readonly EventOnFile[],
  idsLast: (platform: string) => boolean,
): CallOfAgent | null {
  let [state, start]: [typeof initialRepState, EventOnFile | null] = [initialRepState, null];
  const inOrder = [...events].sort(compareArrival);
  for (const [index, event] of inOrder.entries()) {
    if (event.agentResolved && event.callActive) {
      [state, start] = [initialRepState, null];
      continue;
    }
    const decision = decide(state, toStateEvent(event, inOrder[index + 1], idsLast), event.receivedAt);
    if (decision.outcome === 'started' || decision.outcome === 'superseded') start = event;
    state = decision.state;
  }
  if (state.call === null || start?.phoneNumber == null) return null;
  const { onHold, recordingPaused, pausedBy, platformCall, platformStartedAt, pastPlatformCalls } = state;
  const newestEventId = inOrder.at(-1)?.id ?? start.id;
  const { startedAt } = state.call;
  const current = { platformStartedAt, onHold, recordingPaused, pausedBy, pastPlatformCalls };
  return { start, platformCall, adopted: { eventId: start.id, newestEventId, startedAt, ...current } };
}

function toStateEvent(
  { id, event, phoneNumber, customerId, metadata, ...times }: EventOnFile,
  next: EventOnFile | undefined,
  idsLast: (platform: string) => boolean,
): StateEvent {
  const platformCall = platformCallIn(metadata);
  const callIdLasts = platformCall !== null && idsLast(platformOf(platformCall));
  const sent = { platformCall, callIdLasts, occurredAt: timeOfSender(times) };
  if (event !== 'call-started') return { event, ...sent };
  const newCall = { id, reference: id };
  const isOffHold =
    next?.event === 'hold-ended' && platformCall !== null && platformCallIn(next.metadata) === platformCall;
  return { event, phoneNumber: phoneNumber ?? '', customerId, customer: null, newCall, isOffHold, ...sent };
}

/** An event that came without a time is stored with that of its receipt, by another clock. */
function timeOfSender({ occurredAt, receivedAt }: Pick<EventOnFile, 'occurredAt' | 'receivedAt'>): Date | null {
  return occurredAt.getTime() === receivedAt.getTime() ? null : occurredAt;
}

/** Ids follow the order of arrival within an instance; the instant decides between instances. */
function compareArrival(a: EventOnFile, b: EventOnFile): number {
  const difference = a.receivedAt.getTime() - b.receivedAt.getTime();
  if (difference !== 0) return difference;
  return BigInt(a.id) < BigInt(b.id) ? -1 : 1;
}
