import { randomUUID } from 'node:crypto';
import { inTransaction, type Pool, type Query, queryThrough } from '@callside/database';
import { customerOfCall, type OfferItem, type RecommendationItem, type RecommendResponse } from '@callside/schemas';
import { type CustomerLookUp, CustomerStore } from '../customers/index.ts';
import {
  insertOffers,
  type OffersColumn,
  type OutcomeColumns,
  raiseSequence,
  selectOffers,
  toOffers,
  toOutcome,
} from './offers.sql.ts';
import { type OfferedCall, type OfferOutcomeOnFile, type OffersOnFile, skusInReasons } from './rules/call-offers.ts';

export interface NewOutcome extends Omit<OfferOutcomeOnFile, 'recordedAt' | 'reported'> {
  call: OfferedCall;
}

export type KeptOutcome =
  | { id: string; isNew: boolean; outcome: OfferOutcomeOnFile }
  /** Not stored: the offer was sold before. */
  | { sold: OfferOutcomeOnFile };

type StoredOutcome = OutcomeColumns & { id: string };

/** A sale that the recommender does not have yet. */
export interface UnreportedSale {
  /** The id of the row. */
  id: string;
  call: OfferedCall;
  outcomeId: string;
  recommendationId: string;
  sku: string;
  qty: number;
  unitPrice: number | null;
}

interface CallRow extends CustomerLookUp {
  callId: string;
  reference: string;
  userId: string;
}

type SaleRow = OutcomeColumns & CallRow & { id: string };

const outcomeColumns = `outcome_id, recommendation_id, sku, outcome, reason, qty, unit_price, created_at AS recorded_at, reported_at`;
const callColumns = `c.id AS "callId", c.reference, c.user_id AS "userId", c.brand_id AS "brandId", c.phone_number AS "phoneNumber",
  c.customer_id AS "customerId", c.picked_customer_id AS "pickedCustomerId", c.picked_phone_number AS "pickedPhoneNumber"`;
/** The sweep skips a new sale for this time, because the request that stored it reports it. */
const reportGrace = `interval '5 seconds'`;
/** The pause before the next attempt: 1, 2, 4 … s, up to about 4 minutes. */
const reportPause = `least(256, 2 ^ least(report_attempts, 8)) * interval '1 second'`;

/** The offers of calls and their outcomes. */
export class CallOfferStore {
  readonly #pool: Pool;
  readonly #query: Query;
  readonly #customers: CustomerStore;

  constructor({ pool }: { pool: Pool }) {
    this.#pool = pool;
    this.#query = queryThrough(pool);
    this.#customers = new CustomerStore({ query: this.#query });
  }

  /** With the customer whom the rep's page shows. null if the brand has no such reference. */
  async findCall(brandId: string, reference: string): Promise<OfferedCall | null> {
    const rows = await this.#query<CallRow>(
      `SELECT ${callColumns} FROM calls c WHERE c.brand_id = $1 AND c.reference = $2`,
      [brandId, reference],
    );
    const [call] = await this.#withCustomers(rows);
    return call ?? null;
  }

  /**
   * Live calls of these brands without offers, opened `olderThanMs` ago or earlier: the instance that had to request them has
   * stopped, or was at its limit.
   */
  findCallsWithoutOffers(
    brandIds: readonly string[],
    olderThanMs: number,
    limit: number,
  ): Promise<{ brandId: string; reference: string }[]> {
    return this.#query(
      `SELECT c.brand_id AS "brandId", c.reference
         FROM rep_state r JOIN calls c ON c.id = r.call_id
        WHERE r.brand_id = ANY ($1::uuid[])
          AND r.call_started_at < clock_timestamp() - $2 * interval '1 millisecond'
          AND NOT EXISTS (SELECT 1 FROM call_offer_states s WHERE s.call_id = r.call_id)
        ORDER BY r.call_started_at DESC LIMIT $3`,
      [brandIds, olderThanMs, limit],
    );
  }

  /**
   * Stores the answer of the recommender; `answer` null: it did not answer. Resolves to the call's offers; null if this was the
   * first request (`isFirst`) and the call has offers already, or if the call was deleted.
   */
  async keepAnswer(
    call: OfferedCall,
    { answer, anchors, isFirst }: { answer: RecommendResponse | null; anchors: readonly string[]; isFirst: boolean },
  ): Promise<OffersOnFile | null> {
    const items = await this.#withPictures(call.brandId, answer?.recommendations ?? []);
    const stored = await this.#query(insertOffers(isFirst), [
      call.id,
      randomUUID(),
      answer === null ? 'unavailable' : 'ready',
      answer?.recommendation_id ?? null,
      anchors,
      JSON.stringify(items),
      answer?.stock_age_seconds ?? null,
      [...new Set([...anchors, ...skusInReasons(items)])],
    ]);
    return stored.length === 0 ? null : this.readOffers(call.id);
  }

  async #withPictures(brandId: string, recommendations: readonly RecommendationItem[]): Promise<OfferItem[]> {
    const rows = await this.#query<{ sku: string; url: string }>(
      `SELECT sku, attributes ->> 'image_url' AS url FROM catalog_items
        WHERE brand_id = $1 AND sku = ANY ($2::text[]) AND attributes ->> 'image_url' LIKE 'https://%'`,
      [brandId, recommendations.map(({ sku }) => sku)],
    );
    const pictures = new Map(rows.filter(({ url }) => URL.canParse(url)).map(({ sku, url }) => [sku, url]));
    return recommendations.map(({ rerank_score: _, purchase_probability: __, ...item }) => {
      const url = pictures.get(item.sku);
      return url === undefined ? item : { ...item, image_url: url };
    });
  }

  /** null without any. */
  async readOffers(callId: string): Promise<OffersOnFile | null> {
    const [row] = await this.#query<{ reference: string; offers: OffersColumn | null }>(selectOffers, [callId]);
    return row === undefined || row.offers === null ? null : toOffers(row.reference, row.offers);
  }

  /** The price of an item that a recommendation offered in this call; null if it did not offer it. */
  async findOffered(callId: string, recommendationId: string, sku: string): Promise<{ webPrice: number } | null> {
    const [row] = await this.#query<{ web_price: number }>(
      `SELECT (item ->> 'web_price')::float8 AS web_price
         FROM call_offers o CROSS JOIN json_array_elements(o.items) AS item
        WHERE o.call_id = $1 AND o.recommendation_id = $2 AND item ->> 'sku' = $3 LIMIT 1`,
      [callId, recommendationId, sku],
    );
    return row === undefined ? null : { webPrice: row.web_price };
  }

  /**
   * Stores an outcome once: for a repeated id, resolves to what is on file, with `isNew: false`. A decline of an offer that was sold
   * is not stored: resolves to the sale as `sold`.
   */
  keepOutcome(outcome: NewOutcome): Promise<KeptOutcome> {
    const { call, outcomeId, recommendationId, sku } = outcome;
    return inTransaction(this.#pool, async (client) => {
      const query = queryThrough(client);
      const find = async (condition: string, values: unknown[]) => {
        const rows = await query<StoredOutcome>(
          `SELECT id, ${outcomeColumns} FROM offer_outcomes WHERE call_id = $1 AND ${condition} LIMIT 1`,
          [call.id, ...values],
        );
        return rows[0];
      };
      await query('BEGIN');
      // Orders all changes of the call: no other outcome of it is stored before this transaction ends.
      await query(raiseSequence, [call.id]);
      const repeated = await find('outcome_id = $2', [outcomeId]);
      const sale =
        repeated === undefined && outcome.outcome === 'declined'
          ? await find(`recommendation_id = $2 AND sku = $3 AND outcome = 'sold'`, [recommendationId, sku])
          : undefined;
      const row = repeated ?? sale ?? (await insertOutcome(query, outcome));
      await query('COMMIT');
      if (sale !== undefined) return { sold: toOutcome(sale) };
      return { id: row.id, isNew: repeated === undefined, outcome: toOutcome(row) };
    });
  }

  /** Takes sales whose report is due, each for one instance, and makes the next attempt due later. */
  async takeUnreported(limit: number): Promise<UnreportedSale[]> {
    const rows = await this.#query<SaleRow>(
      `WITH due AS (
         SELECT id FROM offer_outcomes WHERE report_due_at <= clock_timestamp()
          ORDER BY report_due_at LIMIT $1 FOR UPDATE SKIP LOCKED)
       UPDATE offer_outcomes r
          SET report_attempts = report_attempts + 1, report_due_at = clock_timestamp() + ${reportGrace} + ${reportPause}
         FROM due, calls c
        WHERE r.id = due.id AND c.id = r.call_id
       RETURNING r.*, ${callColumns}`,
      [limit],
    );
    const calls = await this.#withCustomers(rows);
    return rows.map((row, index) => ({
      id: row.id,
      call: calls[index] as OfferedCall,
      outcomeId: row.outcome_id,
      recommendationId: row.recommendation_id,
      sku: row.sku,
      qty: Number(row.qty ?? 1),
      unitPrice: row.unit_price === null ? null : Number(row.unit_price),
    }));
  }

  /** The recommender has the sale, or refuses it permanently (`isAccepted: false`). */
  async closeReport(id: string, callId: string, { isAccepted }: { isAccepted: boolean }): Promise<void> {
    await inTransaction(this.#pool, async (client) => {
      const query = queryThrough(client);
      await query('BEGIN');
      await query(raiseSequence, [callId]);
      await query(
        `UPDATE offer_outcomes SET reported_at = CASE WHEN $2 THEN clock_timestamp() END, report_due_at = NULL WHERE id = $1`,
        [id, isAccepted],
      );
      await query('COMMIT');
    });
  }

  /** At most 10 products that are not retired: by SKU, its beginning, or a part of the title, in any case of the letters. */
  findProducts(brandId: string, text: string): Promise<{ sku: string; title: string; web_price: number }[]> {
    const pattern = text.replaceAll(/[\\%_]/g, '\\$&');
    return this.#query(
      `SELECT sku, title, web_price::float8 AS web_price FROM catalog_items
        WHERE brand_id = $1 AND retired_at IS NULL AND (sku ILIKE $2 || '%' OR title ILIKE '%' || $2 || '%')
        ORDER BY sku = $3 DESC, lower(sku) = lower($3) DESC, title, sku LIMIT 10`,
      [brandId, pattern, text],
    );
  }

  /** By the rule of the rep's page, so that offers and sales are of the customer whom it shows. */
  async #withCustomers(rows: readonly CallRow[]): Promise<OfferedCall[]> {
    const customers = await this.#customers.findMatches(rows);
    return rows.map(({ callId, reference, brandId, userId, phoneNumber }, index) => ({
      id: callId,
      reference,
      brandId,
      userId,
      ...customerOfCall(phoneNumber, customers[index] ?? null),
    }));
  }
}

/** The times of the outcomes of a call are in the order in which they were stored: the last one of an offer counts. */
async function insertOutcome(query: Query, { call, ...outcome }: NewOutcome): Promise<StoredOutcome> {
  const [row] = await query<StoredOutcome>(
    `INSERT INTO offer_outcomes (id, brand_id, call_id, user_id, recommendation_id, sku, outcome, reason, qty, unit_price,
                                 outcome_id, report_due_at, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11,
             CASE WHEN $7 = 'sold' THEN clock_timestamp() + ${reportGrace} END,
             (SELECT greatest(clock_timestamp(), max(created_at) + interval '1 millisecond')
                FROM offer_outcomes WHERE call_id = $3))
     RETURNING id, ${outcomeColumns}`,
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
    ],
  );
  if (row === undefined) throw new Error('an outcome was not stored');
  return row;
}
