import { randomUUID } from 'node:crypto';
import { findAdapter } from '@callside/dialler-adapters';
import { sortableId } from '@callside/schemas';
import type { AgentStore } from '../adapters/agent-store.ts';
import type { EventLogStore } from '../adapters/reads/event-log-store.ts';
import { findCallOfAgent } from '../domain/call-of-agent.ts';
import type { EventOnFile } from '../domain/event-on-file.ts';
import type { Page, Position } from '../domain/page.ts';
import type { CallEventRecorder } from './record-call-events.ts';

interface Dependencies {
  events: Pick<EventLogStore, 'readPage'>;
  agents: Pick<AgentStore, 'waitForReaders'>;
  recorder: Pick<CallEventRecorder, 'adopt'>;
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

/** An address whose events follow each other more quickly than a call opens is no dialler's. */
const mostAttempts = 20;

/**
 * Opens the live call that results from the events of an address, for the user who has the address as alias now. The log is not
 * rewritten: a new call-started opens the call with its original number, start, hold and pause, and only for a rep who is on no
 * call. A retry of the original event is a duplicate of it, as before.
 *
 * Events of the address that are recorded meanwhile count. Those that did not see the alias are waited for. The others lock the
 * rep: under this lock, a call that lacks one of them does not open, and the log is read again.
 */
export async function openCallOfAgent(named: NamedAgent, dependencies: Dependencies): Promise<LiveCallOutcome> {
  const { agents, recorder, now } = dependencies;
  const { brandId, agent, requestId } = named;
  await agents.waitForReaders();
  for (let attempt = 1; attempt <= mostAttempts; attempt += 1) {
    const found = findCallOfAgent(await readNewest(named, dependencies), idsLast);
    if (found === null) return 'none';
    const { start, platformCall, adopted } = found;
    const answer = await recorder.adopt({
      brandId,
      event: 'call-started',
      eventId: null,
      eventKey: null,
      agentEmail: agent,
      phoneNumber: start.phoneNumber ?? '',
      customerId: start.customerId,
      metadata: start.metadata,
      occurredAt: start.occurredAt,
      platformCall,
      apiKeyId: null,
      requestId,
      newCall: { id: sortableId(now().getTime()), reference: randomUUID(), chatId: randomUUID() },
      adopted,
    });
    if (answer !== null) return answer.duplicate ? 'rep_busy' : 'opened';
  }
  throw new Error('the events of the address follow each other too quickly');
}

function idsLast(platform: string): boolean {
  return findAdapter(platform)?.callIdLasts === true;
}

async function readNewest({ brandId, agent }: NamedAgent, { events, now }: Dependencies): Promise<EventOnFile[]> {
  const since = new Date(now().getTime() - longestCallMs);
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
}
