import type { Buffer } from 'node:buffer';
import { judgeApiKey, readApiKeys, type StoredApiKey } from '@callside/auth';
import type { PoolClient, Query } from '@callside/database';
import type { CustomerMatch } from '@callside/schemas';
import type { CallStarted, LoggedEvent, NewCallEvent } from '../domain/call-event.ts';
import { agentKey, type BatchContext, eventKeyIn } from '../domain/decide-batch.ts';
import type { RepSnapshot } from '../domain/rep-state.ts';
import { createRepStates, findRecorded, findTestCalls, lockReps } from './call-event.sql.ts';
import { CustomerStore } from './customer-store.ts';
import { type LoggedRow, toLoggedEvent } from './logged-rows.ts';
import { type RepRow, toRepSnapshot } from './rep-rows.ts';
import { digestArray, plainArray, textArray } from './text-array.ts';

/** `name` is how the event names the rep: by address or by alias. */
type LockedRow = RepRow & { brand_id: string; name: string; stateless: boolean };
type FoundRow = { now: Date } & ({ id: null } | (LoggedRow & { brand_id: string; event_id_sha256: Buffer }));

/**
 * Begins the transaction, locks the reps of a batch and reads the stored rows. The look-up is a separate statement after the
 * locks, so that it sees the commits of the transactions that held them before.
 */
export async function readBatchContext(client: PoolClient, events: readonly NewCallEvent[]): Promise<BatchContext> {
  const named = [...new Map(events.map((event) => [agentKey(event.brandId, event.agentEmail), event])).values()];
  const brandIds = plainArray(named.map(({ brandId }) => brandId));
  const names = textArray(named.map(({ agentEmail }) => agentEmail));
  const identified = events.flatMap(({ brandId, eventKey }) => (eventKey === null ? [] : [{ brandId, eventKey }]));
  const lock = () => client.query<LockedRow>({ name: 'lock-reps', text: lockReps, values: [brandIds, names] });
  const find = () =>
    client.query<FoundRow>({
      name: 'find-recorded',
      text: findRecorded,
      values: [
        plainArray(identified.map(({ brandId }) => brandId)),
        digestArray(identified.map(({ eventKey }) => eventKey)),
      ],
    });

  let [, refusedKeys, locked, found, customers] = await Promise.all([
    client.query('BEGIN'),
    findRefusedKeys(client, events),
    lock(),
    find(),
    findCustomers(client, events),
  ]);
  const stateless = locked.rows.filter((row) => row.stateless);
  if (stateless.length > 0) {
    const values = [stateless.map((row) => row.user_id), stateless.map((row) => row.brand_id)];
    [, locked, found] = await Promise.all([client.query(createRepStates, values), lock(), find()]);
  }

  const agents = new Map<string, string>();
  const reps = new Map<string, RepSnapshot>();
  for (const row of locked.rows) {
    agents.set(agentKey(row.brand_id, row.name), row.user_id);
    reps.set(row.user_id, toRepSnapshot(row));
  }
  const recorded = new Map<string, LoggedEvent>();
  for (const row of found.rows) {
    if (row.id === null) continue;
    recorded.set(eventKeyIn(row.brand_id, row.event_id_sha256.toString('hex')), toLoggedEvent(row));
  }
  const [first] = found.rows;
  if (first === undefined) throw new Error('the database told no time');
  const testCalls = await findTestCallsOf(client, events, locked.rows);
  return { now: first.now, agents, reps, recorded, customers, refusedKeys, testCalls };
}

/** Prepares a statement under this name when a connection first runs it. */
function preparedQuery(client: PoolClient, name: string): Query {
  return async (text, values = []) => (await client.query({ name, text, values: [...values] })).rows;
}

/** The stored keys by digest, in hexadecimal. */
export function findKeys(client: PoolClient, digests: readonly string[]): Promise<Map<string, StoredApiKey>> {
  return readApiKeys(preparedQuery(client, 'find-keys'), digests);
}

/** Events whose key may no longer be used. Keys are read after the events have arrived: a revocation applies to the next one. */
async function findRefusedKeys(client: PoolClient, events: readonly NewCallEvent[]): Promise<Set<NewCallEvent>> {
  const refused = new Set<NewCallEvent>();
  const digests = events.flatMap(({ keyToConfirm }) => keyToConfirm?.digest ?? []);
  if (digests.length === 0) return refused;
  const keys = await findKeys(client, digests);
  for (const event of events) {
    const { brandId, keyToConfirm } = event;
    if (!keyToConfirm) continue;
    const { digest, address } = keyToConfirm;
    if (!judgeApiKey(keys.get(digest), { brandId, feature: 'call-events', address }).usable) refused.add(event);
  }
  return refused;
}

/** Only for a batch with an event of the test panel: all others do without the round trip. */
async function findTestCallsOf(
  client: PoolClient,
  events: readonly NewCallEvent[],
  locked: readonly LockedRow[],
): Promise<Set<string>> {
  if (!events.some(({ allowedChange }) => allowedChange?.only === 'test calls')) return new Set();
  const callIds = locked.flatMap(({ call_id }) => call_id ?? []);
  const { rows } = await client.query<{ call_id: string }>(findTestCalls, [callIds]);
  return new Set(rows.map(({ call_id }) => call_id));
}

/** The customer of each start. Needs no lock: a change of customers in between counts for the next call. */
async function findCustomers(
  client: PoolClient,
  events: readonly NewCallEvent[],
): Promise<Map<CallStarted, CustomerMatch>> {
  const starts = events.filter((event) => event.event === 'call-started');
  const matches = await new CustomerStore({ query: preparedQuery(client, 'find-customers') }).findMatches(starts);
  const customers = new Map<CallStarted, CustomerMatch>();
  for (const [index, start] of starts.entries()) {
    const match = matches[index];
    if (match) customers.set(start, match);
  }
  return customers;
}
