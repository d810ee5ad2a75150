import type { IdentifiedEvent, NewCallEvent } from './call-event.ts';

/**
 * Whether an event has the id of another one: a retry repeats the event, the agent and the time of its first attempt. `userId` is
 * the active user whom the later event names, by address or by alias.
 */
export function isReusedId(first: IdentifiedEvent, later: NewCallEvent, userId: string | null): boolean {
  return later.event !== first.event || !isSameAgent(first, later, userId) || isAnotherTime(first, later);
}

function isSameAgent(first: IdentifiedEvent, { agentEmail }: NewCallEvent, userId: string | null): boolean {
  return first.userId !== null && userId !== null ? first.userId === userId : first.agentEmail === agentEmail;
}

/** Some platforms report one end twice, each report with a time of its own. Their ids are made here, and are not compared by time. */
function isAnotherTime(first: IdentifiedEvent, { occurredAt, fromPlatform }: NewCallEvent): boolean {
  if (!first.occurredAtSent || occurredAt === null || fromPlatform) return false;
  return occurredAt.getTime() !== first.occurredAt.getTime();
}
