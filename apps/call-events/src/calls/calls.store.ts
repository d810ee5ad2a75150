// One transaction for each batch: lock the reps, read stored rows, decide, write, commit. Locks are taken in one order, reps
// before events; a unique key decides races that locks do not.

import type { Buffer } from 'node:buffer';
import { judgeApiKey, readApiKeys } from '@callside/auth';
import {
  digestArray,
  endFailedTransaction,
  type Pool,
  type PoolClient,
  plainArray,
  preparedThrough,
  textArray,
} from '@callside/database';
import type { CustomerMatch } from '@callside/schemas';
import { CustomerStore } from '../customers/index.ts';
import { readPlatformCalls } from '../platforms/index.ts';
import { type OpenBatch, openBatch } from './batches/open-batch.store.ts';
import { createRepStates, findRecorded, findTestCalls, lockFreeReps, lockReps } from './calls.sql.ts';
import { type RepRow, toRepSnapshot } from './rep-rows.ts';
import type { CallStarted, IdentifiedEvent, NewCallEvent } from './rules/call-event.ts';
import { agentKey, type BatchContext, eventKeyIn } from './rules/decide-batch.ts';
import type { RepSnapshot } from './rules/rep-state.ts';

/** `name`: the address or alias in the event. */
type LockedRow = RepRow & {
  brand_id: string;
  name: string;
  is_locked: boolean;
  has_state: boolean;
  may_have_platform_calls: boolean;
  digest: Buffer | null;
};
type FoundRow = { now: Date } & ({ id: null } | (IdentifiedEvent & { brand_id: string; event_id_sha256: Buffer }));

interface LockStatement {
  name: string;
  text: string;
}

/** The log of events, and the calls and states of reps that follow from it. */
export class CallEventStore {
  readonly #pool: Pool;
  readonly #lanes: Pool;

  /**
   * Both pools are in pipeline mode: they send a statement without waiting for the result of the previous one. `lanes` is for the events
   * of reps whose rows somebody else holds: its transactions wait for them.
   */
  constructor({ pool, lanes }: { pool: Pool; lanes: Pool }) {
    this.#pool = pool;
    this.#lanes = lanes;
  }

  /** Locks the reps of the events, without those that somebody else holds, and reads the rows that a decision needs. */
  begin(events: readonly NewCallEvent[]): Promise<OpenBatch> {
    return this.#begin(events, { pool: this.#pool, lock: { name: 'lock-free-reps', text: lockFreeReps } });
  }

  /** As `begin`, for an event whose rep is held: waits for the rep's row. */
  beginWaiting(event: NewCallEvent): Promise<OpenBatch> {
    return this.#begin([event], { pool: this.#lanes, lock: { name: 'lock-reps', text: lockReps } });
  }

  async #begin(
    events: readonly NewCallEvent[],
    { pool, lock }: { pool: Pool; lock: LockStatement },
  ): Promise<OpenBatch> {
    const client = await pool.connect();
    try {
      return openBatch({ client, ...(await readBatchContext(client, events, lock)) });
    } catch (error) {
      await endFailedTransaction(client);
      throw error;
    }
  }
}

/**
 * Begins the transaction, locks the reps of a batch and reads the stored rows. The look-up is a separate statement after the
 * locks, so that it sees the commits of the transactions that held them before.
 */
async function readBatchContext(
  client: PoolClient,
  events: readonly NewCallEvent[],
  lockStatement: LockStatement,
): Promise<{ context: BatchContext; heads: Map<string, string> }> {
  const named = [...new Map(events.map((event) => [agentKey(event.brandId, event.agentEmail), event])).values()];
  const brandIds = plainArray(named.map(({ brandId }) => brandId));
  const names = textArray(named.map(({ agentEmail }) => agentEmail));
  const identified = events.flatMap(({ brandId, eventKey }) => (eventKey === null ? [] : [{ brandId, eventKey }]));
  const lock = () => client.query<LockedRow>({ ...lockStatement, values: [brandIds, names] });
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
  const stateless = locked.rows.filter((row) => !row.has_state);
  if (stateless.length > 0) {
    const values = [stateless.map((row) => row.user_id), stateless.map((row) => row.brand_id)];
    [, locked, found] = await Promise.all([client.query(createRepStates, values), lock(), find()]);
  }

  const agents = new Map<string, string>();
  const reps = new Map<string, RepSnapshot>();
  const heads = new Map<string, string>();
  for (const row of locked.rows) {
    agents.set(agentKey(row.brand_id, row.name), row.user_id);
    if (row.is_locked) reps.set(row.user_id, toRepSnapshot(row));
    if (row.digest !== null) heads.set(row.user_id, row.digest.toString('hex'));
  }
  const recorded = new Map<string, IdentifiedEvent>();
  for (const row of found.rows) {
    if (row.id === null) continue;
    recorded.set(eventKeyIn(row.brand_id, row.event_id_sha256.toString('hex')), row);
  }
  const [first] = found.rows;
  if (first === undefined) throw new Error('the database did not return its clock');
  const testCalls = await findTestCallsOf(client, events, locked.rows);
  const platformCalls = await findPlatformCalls(client, events, locked.rows);
  const context = { now: first.now, agents, reps, platformCalls, recorded, customers, refusedKeys, testCalls };
  return { context, heads };
}

/** Events whose key may no longer be used. Keys are read after the events have arrived: a revocation applies to the next one. */
async function findRefusedKeys(client: PoolClient, events: readonly NewCallEvent[]): Promise<Set<NewCallEvent>> {
  const refused = new Set<NewCallEvent>();
  const digests = events.flatMap(({ keyToConfirm }) => keyToConfirm?.digest ?? []);
  if (digests.length === 0) return refused;
  const keys = await readApiKeys(preparedThrough(client, 'find-keys'), digests);
  for (const event of events) {
    const { brandId, keyToConfirm } = event;
    if (!keyToConfirm) continue;
    const { digest, address } = keyToConfirm;
    if (!judgeApiKey(keys.get(digest), { brandId, feature: 'call-events', address }).usable) refused.add(event);
  }
  return refused;
}

/** Only for a batch with an event of the test panel: other batches skip this round trip. */
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

/** Other batches skip this round trip: those with events of the six webhooks for brands that have switched on no platform. */
async function findPlatformCalls(
  client: PoolClient,
  events: readonly NewCallEvent[],
  locked: readonly LockedRow[],
): Promise<BatchContext['platformCalls']> {
  const isOfPlatform = events.some(({ fromPlatform }) => fromPlatform !== undefined);
  const reps = locked.filter((row) => row.is_locked && (isOfPlatform || row.may_have_platform_calls));
  return reps.length === 0 ? new Map() : readPlatformCalls(client, [...new Set(reps.map(({ user_id }) => user_id))]);
}

/** The customer of each start. Needs no lock: a change of customers in between counts for the next call. */
async function findCustomers(
  client: PoolClient,
  events: readonly NewCallEvent[],
): Promise<Map<CallStarted, CustomerMatch>> {
  const starts = events.filter((event) => event.event === 'call-started');
  const matches = await new CustomerStore({ query: preparedThrough(client, 'find-customers') }).findMatches(starts);
  const customers = new Map<CallStarted, CustomerMatch>();
  for (const [index, start] of starts.entries()) {
    const match = matches[index];
    if (match) customers.set(start, match);
  }
  return customers;
}
