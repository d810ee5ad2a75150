// One transaction for each batch: lock the reps, read stored rows, decide, write, commit. Events that arrive during a batch
// form the next one. Locks are taken in one order, reps before events; a unique key decides races that locks do not.

import { inTransaction, type Pool, type PoolClient } from '@callside/database';
import { createNaturalBatcher, toServiceError } from '@callside/service-kit';
import type { BatchContext, BatchDecision, NewCallEvent, RecordedEvent } from '../domain/decide-batch.ts';
import { deepestStoredJson, isNestedDeeperThan } from '../domain/json-nesting.ts';
import type { RecordedCallEvent } from '../use-cases/record-call-event.ts';
import { beginBatch } from './batch-context.ts';
import { isLostRace, isTooDeeplyNested } from './batch-faults.ts';
import { findUnrelayedStarts } from './call-event-statements.ts';
import { type RecordedRow, toRecordedEvent } from './recorded-rows.ts';
import { writeBatch } from './write-batch.ts';

interface CallEventStoreOptions {
  /** In pipeline mode: sends a statement without waiting for the result of the previous one. */
  pool: Pool;
  decideBatch: (events: readonly NewCallEvent[], context: BatchContext) => BatchDecision;
  onBatch?: (size: number) => void;
}

const greatestBatch = 128;
/** In UTF-16 code units of metadata: a batch is sent as one message, and memory holds several copies of it. */
const heaviestBatch = 4 * 1024 * 1024;
/** More than an instance records in a second; further events are refused at once. */
const mostQueued = 8_000;
/** Longer than the wait in any queue that moves. While the database hangs, no request waits for two of its timeouts. */
const longestWaitMs = 1_000;
const attempts = 5;

export function createCallEventStore({ pool, decideBatch, onBatch = () => {} }: CallEventStoreOptions) {
  /** Events whose metadata is nested too deep for a json column: it is stored as text. */
  const keptAsText = new WeakSet<NewCallEvent>();

  async function recordBatch(events: NewCallEvent[]): Promise<RecordedCallEvent[]> {
    onBatch(events.length);
    for (const event of events) if (isNestedDeeperThan(deepestStoredJson, event.metadata)) keptAsText.add(event);
    for (let attempt = 1; ; attempt++) {
      try {
        return await inTransaction(pool, (client) => saveBatch(client, events));
      } catch (error) {
        const [first] = events;
        if (isTooDeeplyNested(error) && events.length === 1 && first && !keptAsText.has(first)) keptAsText.add(first);
        else if (!isLostRace(error) || attempt >= attempts) throw error;
      }
    }
  }

  async function saveBatch(client: PoolClient, events: readonly NewCallEvent[]): Promise<RecordedCallEvent[]> {
    const context = await beginBatch(client, events);
    const decision = decideBatch(events, context);
    const starts = await readUnrelayedStarts(client, decision);
    const ids = (await writeBatch(client, decision, context.now, keptAsText)).values();
    return decision.verdicts.map((verdict) => {
      switch (verdict.kind) {
        case 'record': {
          const { agentResolved, callActive, announcement } = verdict;
          return { kind: 'recorded', id: ids.next().value ?? '', agentResolved, callActive, announcement };
        }
        case 'duplicate': {
          const { agentResolved, callActive } = verdict.original;
          return { kind: 'duplicate', agentResolved, callActive, original: verdict.original };
        }
        case 'resent':
          return {
            kind: 'duplicate',
            agentResolved: true,
            callActive: true,
            original: starts.get(verdict.callId) ?? null,
          };
      }
    });
  }

  return {
    /** Resolves after the event is committed; rejects if nothing of it was recorded. */
    record: createNaturalBatcher<NewCallEvent, RecordedCallEvent>({
      run: recordBatch,
      maxItems: greatestBatch,
      maxWeight: heaviestBatch,
      weigh: ({ metadata }) => metadata.length,
      maxQueued: mostQueued,
      maxWaitMs: longestWaitMs,
      // Any error other than an unavailable database may be caused by a single event.
      isItemFault: (error) => toServiceError(error).code !== 'unavailable',
    }),
  };
}

async function readUnrelayedStarts(
  client: PoolClient,
  { verdicts }: BatchDecision,
): Promise<Map<string, RecordedEvent>> {
  const callIds = verdicts.flatMap((verdict) => (verdict.kind === 'resent' ? [verdict.callId] : []));
  if (callIds.length === 0) return new Map();
  const { rows } = await client.query<RecordedRow & { call_id: string }>(findUnrelayedStarts, [callIds]);
  return new Map(rows.map((row) => [row.call_id, toRecordedEvent(row)]));
}
