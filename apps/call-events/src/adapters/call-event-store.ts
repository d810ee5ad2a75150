// One transaction for each batch: lock the reps, read stored rows, decide, write, commit. Locks are taken in one order, reps
// before events; a unique key decides races that locks do not.

import { endFailedTransaction, inTransaction, type Pool, type PoolClient } from '@callside/database';
import { createNaturalBatcher } from '@callside/service-kit';
import type { LoggedEvent, NewCallEvent } from '../domain/call-event.ts';
import type { BatchContext, BatchDecision } from '../domain/decide-batch.ts';
import { deepestStoredJson, isNestedDeeperThan } from '../domain/json-nesting.ts';
import { type OpenBatch, RepeatBatch } from '../use-cases/open-batch.ts';
import { findKeys, readBatchContext } from './batch-context.ts';
import { isLostRace, isTooDeeplyNested } from './batch-faults.ts';
import { findUnrelayedStarts } from './call-event.sql.ts';
import { type LoggedRow, toLoggedEvent } from './logged-rows.ts';
import { rehearseWrites, writeBatch } from './write-batch.ts';

const mostStarts = 500;
/** One has a batch; meanwhile another one may read a key that was not used for a minute. */
const busyConnections = 2;

/** The log of events, and the calls and states of reps that follow from it. */
export class CallEventStore {
  readonly #pool: Pool;
  /** Events whose metadata is nested too deep for a json column: it is stored as text. */
  readonly #keptAsText = new WeakSet<NewCallEvent>();
  /** By call id, the event that opened the call if a crash left it unrelayed. Concurrent look-ups share a query. */
  readonly findUnrelayedStart: (callId: string) => Promise<LoggedEvent | null>;

  /** `pool` is in pipeline mode: it sends a statement without waiting for the result of the previous one. */
  constructor({ pool }: { pool: Pool }) {
    this.#pool = pool;
    this.findUnrelayedStart = createNaturalBatcher({
      maxItems: mostStarts,
      run: async (callIds: string[]) => {
        const { rows } = await pool.query<LoggedRow & { call_id: string }>(findUnrelayedStarts, [callIds]);
        const starts = new Map(rows.map((row) => [row.call_id, toLoggedEvent(row)]));
        return callIds.map((callId) => starts.get(callId) ?? null);
      },
    });
  }

  /** Locks the reps of the events and reads the rows that a decision needs. */
  async begin(events: readonly NewCallEvent[]): Promise<OpenBatch> {
    for (const event of events) if (isNestedDeeperThan(deepestStoredJson, event.metadata)) this.#keptAsText.add(event);
    const client = await this.#pool.connect();
    try {
      return this.#openBatch(client, events, await readBatchContext(client, events));
    } catch (error) {
      await endFailedTransaction(client);
      throw this.#toRepeat(error, events);
    }
  }

  /**
   * Plans the statements of a batch on the connections that the first events will use: on two busy processors, they would wait
   * about 80 ms for it.
   */
  async warmUp(): Promise<void> {
    await Promise.all(Array.from({ length: busyConnections }, () => inTransaction(this.#pool, rehearseBatch)));
  }

  #openBatch(client: PoolClient, events: readonly NewCallEvent[], context: BatchContext): OpenBatch {
    let isCommitted = false;
    return {
      context,
      commit: async (decision: BatchDecision) => {
        try {
          await writeBatch(client, decision, context.now, this.#keptAsText);
          isCommitted = true;
        } catch (error) {
          throw this.#toRepeat(error, events);
        }
      },
      end: async () => {
        if (isCommitted) client.release();
        else await endFailedTransaction(client);
      },
    };
  }

  #toRepeat(error: unknown, events: readonly NewCallEvent[]): unknown {
    if (isLostRace(error)) return new RepeatBatch(error);
    const [only, another] = events;
    if (!isTooDeeplyNested(error) || only === undefined || another !== undefined || this.#keptAsText.has(only))
      return error;
    this.#keptAsText.add(only);
    return new RepeatBatch(error);
  }
}

async function rehearseBatch(client: PoolClient): Promise<void> {
  const { now } = await readBatchContext(client, []);
  await findKeys(client, []);
  await rehearseWrites(client, now);
  await client.query('ROLLBACK');
}
