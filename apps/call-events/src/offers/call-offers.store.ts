import { randomUUID } from 'node:crypto';
import { type Pool, type Query, queryThrough } from '@callside/database';
import {
  type CallContext,
  customerOfCall,
  type OfferItem,
  type ProductList,
  type RecommendationItem,
  type RecommendResponse,
} from '@callside/schemas';
import { sliceMembers } from '@callside/service-kit';
import { type CustomerClues, CustomerStore, customerHistory } from '../customers/index.ts';
import { insertOffers, type OffersColumn, selectOffers, toOffers } from './offers.sql.ts';
import { contextOfCall } from './rules/call-context.ts';
import { type OfferedCall, type OffersOnFile, skusInReasons } from './rules/call-offers.ts';

export interface CallRow extends CustomerClues {
  callId: string;
  reference: string;
  userId: string;
}

export const callColumns = `c.id AS "callId", c.reference, c.user_id AS "userId", c.brand_id AS "brandId", c.phone_number AS "phoneNumber",
  c.customer_id AS "customerId", c.picked_customer_id AS "pickedCustomerId", c.picked_phone_number AS "pickedPhoneNumber"`;

/** An answer of the recommender, and what it was asked with. */
interface AnswerToKeep {
  /** null: it did not answer. */
  answer: RecommendResponse | null;
  anchors: readonly string[];
  knownSizes: Readonly<Record<string, string>>;
  isFirst: boolean;
}

/** The offers of calls. */
export class CallOfferStore {
  readonly #query: Query;
  readonly #customers: CustomerStore;

  constructor({ pool }: { pool: Pool }) {
    this.#query = queryThrough(pool);
    this.#customers = new CustomerStore({ query: this.#query });
  }

  /** With the customer whom the rep's page shows. null if the brand has no such reference. */
  async findCall(brandId: string, reference: string): Promise<OfferedCall | null> {
    const rows = await this.#query<CallRow>(
      `SELECT ${callColumns} FROM calls c WHERE c.brand_id = $1 AND c.reference = $2`,
      [brandId, reference],
    );
    const [call] = await offeredCalls(this.#customers, rows);
    return call ?? null;
  }

  /** The metadata of the event that opened the call, as far as the brand sends it to its recommender. */
  async readContext({ id, brandId }: OfferedCall): Promise<CallContext> {
    const [row] = await this.#query<{ fields: string[]; metadata: string | null }>(
      `SELECT b.context_fields AS fields,
              (SELECT metadata::text FROM call_events WHERE call_id = $2 AND event = 'call-started'
                ORDER BY id LIMIT 1) AS metadata
         FROM brands b WHERE b.id = $1 AND b.context_fields <> '{}'`,
      [brandId, id],
    );
    if (row === undefined) return {};
    return contextOfCall(sliceMembers(row.metadata ?? '{}', row.fields));
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
   * Stores the answer of the recommender. Resolves to the call's offers; null if this was the first request (`isFirst`) and the call
   * has offers already, or if the call was deleted.
   */
  async keepAnswer(
    call: OfferedCall,
    { answer, anchors, knownSizes, isFirst }: AnswerToKeep,
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
      answer?.offers_withheld ?? null,
      answer?.next_question ? JSON.stringify(answer.next_question) : null,
      JSON.stringify(knownSizes),
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

  /** Whether it made offers of this call. */
  async hasRecommendation(callId: string, recommendationId: string): Promise<boolean> {
    const rows = await this.#query('SELECT FROM call_offers WHERE call_id = $1 AND recommendation_id = $2 LIMIT 1', [
      callId,
      recommendationId,
    ]);
    return rows.length > 0;
  }

  /** At most 10 products that are not retired: by SKU, its beginning, or a part of the title, in any case of the letters. */
  async findProducts(brandId: string, text: string): Promise<ProductList['items']> {
    const pattern = text.replaceAll(/[\\%_]/g, '\\$&');
    const rows = await this.#query<{ sku: string; title: string; web_price: number; size: string | null }>(
      `SELECT sku, title, web_price::float8 AS web_price, coalesce(size_text, trim_scale(size)::text) AS size
         FROM catalog_items
        WHERE brand_id = $1 AND retired_at IS NULL AND (sku ILIKE $2 || '%' OR title ILIKE '%' || $2 || '%')
        ORDER BY sku = $3 DESC, lower(sku) = lower($3) DESC, title, sku LIMIT 10`,
      [brandId, pattern, text],
    );
    return rows.map(({ size, ...product }) => (size === null ? product : { ...product, size }));
  }
}

/** By the rule of the rep's page, so that offers and sales are of the customer whom it shows. */
export async function offeredCalls(customerStore: CustomerStore, rows: readonly CallRow[]): Promise<OfferedCall[]> {
  const customers = await customerStore.findMatches(rows);
  return rows.map((row, index) => {
    const { callId, reference, brandId, userId, phoneNumber } = row;
    const customer = customers[index];
    if (customer === undefined) throw new Error('a call has no customer match');
    const earlier = customerHistory(row, customer);
    return { id: callId, reference, brandId, userId, earlier, ...customerOfCall(phoneNumber, customer) };
  });
}
