import { randomUUID } from 'node:crypto';
import { sortableId } from '@callside/schemas';
import type { EventLogStore } from '../adapters/reads/event-log-store.ts';
import type { NewCallEvent } from '../domain/call-event.ts';
import { findCallOfAgent } from '../domain/call-of-agent.ts';
import type { EventOnFile } from '../domain/event-on-file.ts';
import type { Page, Position } from '../domain/page.ts';
import type { CallEventRecorder } from './record-call-events.ts';

interface Dependencies {
  events: Pick<EventLogStore, 'readPage'>;
  recorder: Pick<CallEventRecorder, 'record'>;
  now: () => Date;
}

export interface NamedAgent {
  brandId: string;
  /** The address or name that is an alias now. */
  agent: string;
  requestId: string;
}

export type LiveCallOutcome = 'opened' | 'none' | 'rep_busy';

/** An older call-started is not a live call: its end was lost. */
const longestCallMs = 12 * 60 * 60 * 1000;
/** Of an address with more events in that time, a call is found that started within the newest ones. */
const mostEvents = 200;

/**
 * Opens the live call that results from the events of an address, for the user who has the address as alias now. The log is not
 * rewritten: a new call-started opens the call with its original number, start, hold and pause, and only for a rep who is on no
 * call. A retry of the original event is a duplicate of it, as before.
 */
export async function openCallOfAgent(
  { agent, brandId, requestId }: NamedAgent,
  { events, recorder, now }: Dependencies,
): Promise<LiveCallOutcome> {
  const since = new Date(now().getTime() - longestCallMs);
  const readNewest = async (): Promise<EventOnFile[]> => {
    const filter = { brandId, agentEmail: agent, event: null, resolved: null, from: since, to: null };
    const newest: EventOnFile[] = [];
    let after: Position | null = null;
    do {
      // A page ends early when its events are large.
      const page: Page<EventOnFile> = await events.readPage({ ...filter, after, limit: mostEvents - newest.length });
      newest.push(...page.items);
      after = page.next;
    } while (after !== null && newest.length < mostEvents);
    return newest;
  };
  const read = await readNewest();
  const found = findCallOfAgent(read);
  if (found === null) return 'none';
  const { start, adopted } = found;
  const common = {
    brandId,
    eventId: null,
    eventKey: null,
    agentEmail: agent,
    customerId: null,
    apiKeyId: null,
    requestId,
  };
  const outcome = await recorder.record({
    ...common,
    event: 'call-started',
    phoneNumber: start.phoneNumber ?? '',
    customerId: start.customerId,
    metadata: start.metadata,
    occurredAt: start.occurredAt,
    newCall: { id: sortableId(now().getTime()), reference: randomUUID(), chatId: randomUUID() },
    adopted,
  });
  if (outcome.duplicate) return 'rep_busy';
  // Events that arrived after the log was read and before the call opened had no live call. They are applied now, in their order.
  const known = new Set(read.map(({ id }) => id));
  const missed = (await readNewest())
    .filter(({ id, callActive }) => !known.has(id) && !callActive)
    .sort((a, b) => (BigInt(a.id) < BigInt(b.id) ? -1 : 1));
  for (const { event, occurredAt } of missed) {
    if (event === 'call-started') continue;
    const again: NewCallEvent = { ...common, event, phoneNumber: null, metadata: '{}', occurredAt };
    await recorder.record(again);
  }
  return 'opened';
}
