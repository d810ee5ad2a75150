import { randomUUID } from 'node:crypto';
import { inTransaction, type Pool, type Query, queryThrough } from '@callside/database';
import { CustomerStore } from '../customers/index.ts';
import { noteEvent } from '../endpoints/index.ts';
import { type CallRow, callColumns, offeredCalls } from './call-offers.store.ts';
import { raiseSequence } from './offers.sql.ts';
import type { OfferedCall, OfferOutcomeOnFile, RecordedOutcomeOnFile } from './rules/call-offers.ts';
import { numberOfCustomer } from './rules/objecting.ts';
import { type OutcomeToChange, refusalToReplace, refusalToWithdraw } from './rules/outcome-change.ts';

export interface NewOutcome extends Omit<OfferOutcomeOnFile, 'recordedAt' | 'reported'> {
  call: OfferedCall;
  /** The outcome_id that it replaces; null: none. */
  replaces: string | null;
  /** Who records it. */
  userId: string;
}

export interface ChangedOutcome {
  outcome: RecordedOutcomeOnFile;
  isNew: boolean;
  /** The sales that the recommender has to be told of: the one that was recorded, and the one that was voided. */
  toReport: UnreportedSale[];
}

/** Not stored, and why. `unknown`: the call has no outcome with the id that is to be changed. */
export type RefusedChange = { sold: OfferOutcomeOnFile } | { refusal: string } | { unknown: true };

interface StoredSale extends Omit<RecordedOutcomeOnFile, 'sequence'> {
  id: string;
  purchaseId: string | null;
}

interface StoredOutcome extends StoredSale, OutcomeToChange {
  now: Date;
}

/** A sale, or the void of a sale, that the recommender does not have yet. */
export interface UnreportedSale {
  /** The id of the row. */
  id: string;
  call: OfferedCall;
  outcomeId: string;
  recommendationId: string;
  sku: string;
  qty: number;
  unitPrice: number | null;
  /** null: the recommender does not have the sale yet. */
  purchaseId: string | null;
  isVoid: boolean;
}

const saleColumns = `o.id, o.outcome_id AS "outcomeId", o.recommendation_id AS "recommendationId", o.sku, o.outcome, o.reason,
  o.qty::float8 AS qty, o.unit_price::float8 AS "unitPrice", o.created_at AS "recordedAt", o.reported_at IS NOT NULL AS reported,
  o.purchase_id AS "purchaseId", o.voided_at AS "voidedAt"`;
const outcomeColumns = `${saleColumns}, clock_timestamp() AS now,
  (SELECT r.outcome_id FROM offer_outcomes r WHERE r.call_id = o.call_id AND r.replaces = o.outcome_id LIMIT 1) AS "replacedBy"`;
/** The sweep skips a new sale for this time, because the request that stored it reports it. */
const reportGrace = `interval '5 seconds'`;
/** The pause before the next attempt: 1, 2, 4 … s, up to about 4 minutes. */
const reportPause = `least(256, 2 ^ least(report_attempts, 8)) * interval '1 second'`;

/** What became of the offers of calls. */
export class OutcomeStore {
  readonly #pool: Pool;
  readonly #query: Query;
  readonly #customers: CustomerStore;

  constructor({ pool }: { pool: Pool }) {
    this.#pool = pool;
    this.#query = queryThrough(pool);
    this.#customers = new CustomerStore({ query: this.#query });
  }

  /**
   * Stores an outcome once: for a repeated id, resolves to what is on file, with `isNew: false`. Not stored: a decline of an offer that
   * was sold, and a replacement of an outcome that cannot be changed.
   */
  keepOutcome(outcome: NewOutcome): Promise<ChangedOutcome | RefusedChange> {
    const { call, outcomeId, recommendationId, sku, replaces, userId } = outcome;
    return this.#changeOutcomes(call, async ({ query, sequence, find }) => {
      const repeated = await find('o.outcome_id = $2', [outcomeId]);
      if (repeated !== undefined) return { ...changed(repeated, sequence), isNew: false, toReport: [] };
      const earlier = replaces === null ? undefined : await find('o.outcome_id = $2', [replaces]);
      if (replaces !== null) {
        if (earlier === undefined) return { unknown: true };
        const isResultStored = await hasResult(query, call.id);
        const refusal = refusalToReplace(earlier, { isResultStored });
        if (refusal !== null) return { refusal };
      }
      const sale =
        outcome.outcome === 'declined'
          ? await find(
              `o.recommendation_id = $2 AND o.sku = $3 AND o.outcome = 'sold' AND o.voided_at IS NULL
               AND o.outcome_id IS DISTINCT FROM $4`,
              [recommendationId, sku, replaces],
            )
          : undefined;
      if (sale !== undefined) return { sold: sale };
      const toReport = earlier === undefined ? [] : await voidOutcome(query, call, earlier, userId);
      await insertOutcome(query, outcome);
      const row = await find('o.outcome_id = $2', [outcomeId]);
      if (row === undefined) throw new Error('an outcome was not stored');
      await noteOutcome(query, call, row);
      if (row.outcome === 'sold') toReport.unshift(toSale(row, call));
      return { ...changed(row, sequence), isNew: true, toReport };
    });
  }

  /** Withdraws an outcome once: for one that is withdrawn already, resolves to what is on file, with `isNew: false`. */
  withdrawOutcome(call: OfferedCall, outcomeId: string, userId: string): Promise<ChangedOutcome | RefusedChange> {
    return this.#changeOutcomes(call, async ({ query, sequence, find }) => {
      const row = await find('o.outcome_id = $2', [outcomeId]);
      if (row === undefined) return { unknown: true };
      const refusal = refusalToWithdraw(row, row);
      if (refusal !== null) return { refusal };
      if (row.voidedAt !== null) return { ...changed(row, sequence), isNew: false, toReport: [] };
      const toReport = await voidOutcome(query, call, row, userId);
      const now = await find('o.outcome_id = $2', [outcomeId]);
      return { ...changed(now ?? row, sequence), isNew: true, toReport };
    });
  }

  /** Takes sales whose report, or the report of whose void, is due, each for one instance, and makes the next attempt due later. */
  async takeUnreported(limit: number): Promise<UnreportedSale[]> {
    const rows = await this.#query<StoredSale & CallRow>(
      `WITH due AS (
         SELECT id FROM offer_outcomes WHERE report_due_at <= clock_timestamp()
          ORDER BY report_due_at LIMIT $1 FOR UPDATE SKIP LOCKED)
       UPDATE offer_outcomes o
          SET report_attempts = report_attempts + 1, report_due_at = clock_timestamp() + ${reportGrace} + ${reportPause}
         FROM due, calls c
        WHERE o.id = due.id AND c.id = o.call_id
       RETURNING ${saleColumns}, ${callColumns}`,
      [limit],
    );
    const calls = await offeredCalls(this.#customers, rows);
    return rows.map((row, index) => toSale(row, calls[index] as OfferedCall));
  }

  /** The recommender has the sale. Resolves to whether it was voided meanwhile: then its void is due. */
  closeReport(id: string, callId: string, purchaseId: string): Promise<{ isVoid: boolean }> {
    return inTransaction(this.#pool, async (client) => {
      const query = queryThrough(client);
      await query('BEGIN');
      await query(raiseSequence, [callId]);
      const [row] = await query<{ isVoid: boolean }>(
        `UPDATE offer_outcomes
            SET reported_at = clock_timestamp(), purchase_id = $2,
                report_due_at = CASE WHEN voided_at IS NOT NULL THEN report_due_at END
          WHERE id = $1 RETURNING voided_at IS NOT NULL AS "isVoid"`,
        [id, purchaseId],
      );
      await query('COMMIT');
      return { isVoid: row?.isVoid ?? false };
    });
  }

  /** Nothing is due any more: the recommender has the void, or refuses the sale or the void permanently (`isAccepted: false`). */
  async endReports(id: string, { isAccepted }: { isAccepted: boolean }): Promise<void> {
    await this.#query(
      `UPDATE offer_outcomes SET void_reported_at = CASE WHEN $2 THEN clock_timestamp() END, report_due_at = NULL WHERE id = $1`,
      [id, isAccepted],
    );
  }

  /** One transaction. It orders all changes of the call: no other outcome of it is stored before it ends. */
  #changeOutcomes<Result>(
    call: OfferedCall,
    change: (transaction: OutcomeTransaction) => Promise<Result>,
  ): Promise<Result> {
    return inTransaction(this.#pool, async (client) => {
      const query = queryThrough(client);
      await query('BEGIN');
      const [state] = await query<{ sequence: number | string }>(raiseSequence, [call.id]);
      const result = await change({
        query,
        sequence: Number(state?.sequence ?? 0),
        find: async (condition, values) => {
          const rows = await query<StoredOutcome>(
            `SELECT ${outcomeColumns} FROM offer_outcomes o WHERE o.call_id = $1 AND ${condition} LIMIT 1`,
            [call.id, ...values],
          );
          return rows[0];
        },
      });
      await query('COMMIT');
      return result;
    });
  }
}

interface OutcomeTransaction {
  query: Query;
  /** Of the change. */
  sequence: number;
  /** An outcome of the call; the values begin with $2. */
  find: (condition: string, values: unknown[]) => Promise<StoredOutcome | undefined>;
}

function changed(row: StoredOutcome, sequence: number): { outcome: RecordedOutcomeOnFile } {
  return { outcome: { ...row, sequence } };
}

function toSale({ id, purchaseId, voidedAt, ...sale }: StoredSale, call: OfferedCall): UnreportedSale {
  const { outcomeId, recommendationId, sku, qty, unitPrice } = sale;
  return {
    id,
    call,
    outcomeId,
    recommendationId,
    sku,
    qty: qty ?? 1,
    unitPrice,
    purchaseId,
    isVoid: voidedAt !== null,
  };
}

/** Whether the rep has stored the result of the call. What the desk chose after a sale is none. */
async function hasResult(query: Query, callId: string): Promise<boolean> {
  const rows = await query(
    'SELECT FROM call_notes WHERE call_id = $1 AND disposition IS NOT NULL AND NOT disposition_from_sale',
    [callId],
  );
  return rows.length > 0;
}

/** For endpoints. A void goes out as the same event again, with its time. */
async function noteOutcome(
  query: Query,
  { brandId, id: callId, userId }: OfferedCall,
  { id, outcome }: StoredOutcome,
  change = 'new',
): Promise<void> {
  const event = outcome === 'sold' ? 'sale.recorded' : 'offer.declined';
  await noteEvent(query, { brandId, event, callId, userId, subject: id, key: `${id} ${change}` });
}

/** Resolves to the sale whose void the recommender has to be told of. One that the recommender refused for good is none. */
async function voidOutcome(
  query: Query,
  call: OfferedCall,
  row: StoredOutcome,
  userId: string,
): Promise<UnreportedSale[]> {
  const rows = await query<{ due: boolean }>(
    `UPDATE offer_outcomes
        SET voided_at = clock_timestamp(), voided_by = $2, report_attempts = 0,
            report_due_at = CASE WHEN purchase_id IS NOT NULL OR report_due_at IS NOT NULL
                                 THEN clock_timestamp() + ${reportGrace} END
      WHERE id = $1 RETURNING report_due_at IS NOT NULL AS due`,
    [row.id, userId],
  );
  await noteOutcome(query, call, row, 'void');
  return rows[0]?.due ? [{ ...toSale(row, call), isVoid: true }] : [];
}

/** The times of the outcomes of a call are in the order in which they were stored: the last one of an offer counts. */
async function insertOutcome(query: Query, { call, ...outcome }: NewOutcome): Promise<void> {
  await query(
    `INSERT INTO offer_outcomes (id, brand_id, call_id, user_id, recommendation_id, sku, outcome, reason, qty, unit_price,
                                 outcome_id, replaces, phone_number, customer_id, report_due_at, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14,
             CASE WHEN $7 = 'sold' THEN clock_timestamp() + ${reportGrace} END,
             (SELECT greatest(clock_timestamp(), max(created_at) + interval '1 millisecond')
                FROM offer_outcomes WHERE call_id = $3))`,
    [
      randomUUID(),
      call.brandId,
      call.id,
      call.userId,
      outcome.recommendationId,
      outcome.sku,
      outcome.outcome,
      outcome.reason,
      outcome.qty,
      outcome.unitPrice,
      outcome.outcomeId,
      outcome.replaces,
      numberOfCustomer(call),
      call.customerId,
    ],
  );
}
