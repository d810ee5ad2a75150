import type { IdentifiedEvent, NewCallEvent } from './call-event.ts';

/** What tells an event from the one on file with its id. */
export type Difference = 'event' | 'agent' | 'time';

/**
 * How an event with the id of another one differs from it; null: it is a retry, which repeats the event, the agent and the time of its
 * first attempt. `userId` is the active user whom the later event names, by address or by alias.
 */
export function differenceOf(first: IdentifiedEvent, later: NewCallEvent, userId: string | null): Difference | null {
  if (later.event !== first.event) return 'event';
  if (!isSameAgent(first, later, userId)) return 'agent';
  return isAnotherTime(first, later) ? 'time' : null;
}

function isSameAgent(first: IdentifiedEvent, { agentEmail }: NewCallEvent, userId: string | null): boolean {
  return first.userId !== null && userId !== null ? first.userId === userId : first.agentEmail === agentEmail;
}

/** Some platforms report one end twice, each report with a time of its own. Their ids are made here, and are not compared by time. */
function isAnotherTime(first: IdentifiedEvent, { occurredAt, fromPlatform }: NewCallEvent): boolean {
  if (!first.occurredAtSent || occurredAt === null || fromPlatform) return false;
  return occurredAt.getTime() !== first.occurredAt.getTime();
}
