import { randomUUID } from 'node:crypto';
import type { FiledCall } from './calls-on-file.ts';
import type { TestUser } from './organisations.ts';
import type { ServiceUnderTest } from './service-under-test.ts';

interface Product {
  sku: string;
  price: string;
  type: string;
}

interface OfferFields {
  at: Date;
  model?: string;
  /** Names of the merchandising rules that acted on the list. */
  rules?: string[];
  /** Without it no rep's page showed the offers. */
  shownOn?: { call: Pick<FiledCall, 'id'>; rep: TestUser };
}

export interface Offered {
  /** Of the recommendation. */
  id: string;
  at: Date;
  skus: string[];
  callId: string | null;
}

interface Line {
  sku: string;
  qty?: number;
  unitPrice?: string;
  discount?: string;
}

/** Inserts what the recommender and the rep's page store of offers and purchases. */
export class Shop {
  readonly #query: ServiceUnderTest['query'];
  readonly #brand: { id: string };
  #shown = 0;

  constructor({ query }: Pick<ServiceUnderTest, 'query'>, brand: { id: string }) {
    this.#query = query;
    this.#brand = brand;
  }

  async addProducts(products: readonly Product[]): Promise<void> {
    for (const { sku, price, type } of products) {
      await this.#query(
        `INSERT INTO catalog_items (brand_id, sku, title, web_price, article_type) VALUES ($1, $2, $2, $3, $4)`,
        [this.#brand.id, sku, price, type],
      );
    }
  }

  async offer(skus: string[], { at, model = 'default-1', rules = [], shownOn }: OfferFields): Promise<Offered> {
    const id = randomUUID();
    await this.#query(
      `INSERT INTO recommendations (id, brand_id, phone, source, num_items, check_stock, anchors, history_size, fallback,
                                    feature_schema_hash, artifact_version, catalog_version, offered_skus, offers,
                                    offer_features, rules_applied, created_at)
       VALUES ($1, $2, '4155550134', 'IVR', 3, true, '{}', 0, false, 'f', $3, 'c', $4, '[]', '', $6, $5)`,
      [id, this.#brand.id, model, skus, at, rules],
    );
    if (shownOn !== undefined) {
      this.#shown += 1;
      await this.#query(
        `INSERT INTO call_offers (id, brand_id, call_id, user_id, sequence, status, recommendation_id, asked_at, item_count)
         VALUES ($1, $2, $3, $4, $5, 'ready', $6, $7, $8)`,
        [randomUUID(), this.#brand.id, shownOn.call.id, shownOn.rep.id, this.#shown, id, at, skus.length],
      );
    }
    return { id, at, skus, callId: shownOn?.call.id ?? null };
  }

  /** A confirmation with these lines, of which those of offered products match. */
  async buy(offered: Offered, lines: readonly Line[], { at = offered.at }: { at?: Date } = {}): Promise<void> {
    const id = randomUUID();
    const matched = [...new Set(lines.map(({ sku }) => sku))].filter((sku) => offered.skus.includes(sku));
    await this.#query(
      `INSERT INTO purchases (id, brand_id, recommendation_id, phone, purchased_skus, matched_skus, converted,
                              attributed_revenue, created_at)
       SELECT $1, $2, $3, '4155550134', $4, $4, cardinality($4::text[]) > 0,
              coalesce((SELECT sum(CASE WHEN price IS NULL THEN qty * (SELECT web_price FROM catalog_items
                                                                        WHERE brand_id = $2 AND sku = line.sku)
                                        ELSE qty * price - discount END)
                          FROM unnest($5::text[], $6::numeric[], $7::numeric[], $8::numeric[])
                               AS line (sku, qty, price, discount) WHERE sku = ANY ($4)), 0), $9`,
      [
        id,
        this.#brand.id,
        offered.id,
        matched,
        lines.map(({ sku }) => sku),
        lines.map(({ qty = 1 }) => qty),
        lines.map(({ unitPrice = null }) => unitPrice),
        lines.map(({ discount = '0' }) => discount),
        at,
      ],
    );
    for (const { sku, qty = 1, unitPrice = null, discount = null } of lines) {
      await this.#query(
        `INSERT INTO purchase_lines (purchase_id, brand_id, recommendation_id, sku, qty, unit_price, discount_amt, matched,
                                     created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
        [id, this.#brand.id, offered.id, sku, qty, unitPrice, discount, matched.includes(sku), at],
      );
    }
  }

  /** Marks the lines of that product in the purchases from these offers as returned. */
  async takeBack(offered: Offered, sku: string): Promise<void> {
    await this.#query('UPDATE purchase_lines SET returned_at = now() WHERE recommendation_id = $1 AND sku = $2', [
      offered.id,
      sku,
    ]);
  }

  async decline(
    offered: Offered,
    sku: string,
    rep: TestUser,
    { reason = null, at = offered.at }: { reason?: string | null; at?: Date } = {},
  ): Promise<void> {
    await this.#query(
      `INSERT INTO offer_outcomes (id, brand_id, call_id, user_id, recommendation_id, sku, outcome, reason, outcome_id, created_at)
       VALUES ($1::uuid, $2, $3, $4, $5, $6, 'declined', $8, $1::uuid::text, $7)`,
      [randomUUID(), this.#brand.id, offered.callId, rep.id, offered.id, sku, at, reason],
    );
  }

  /** Events of a rep that opened calls, were received at that instant, and were painted so many milliseconds later. */
  async paint(milliseconds: readonly number[], { at, rep }: { at: Date; rep: TestUser }): Promise<void> {
    await this.#query(
      `WITH events AS (
         INSERT INTO call_events (brand_id, event, agent_email, user_id, occurred_at, received_at, agent_resolved, call_active)
         SELECT $1, 'call-started', $2, $3, $4, $4, true, true FROM unnest($5::int[])
         RETURNING id, brand_id, user_id, received_at
       ), numbered AS (SELECT *, row_number() OVER (ORDER BY id) AS n FROM events)
       INSERT INTO event_receipts (call_event_id, brand_id, user_id, opened_call, received_at, painted_at)
       SELECT id, brand_id, user_id, true, received_at, received_at + ($5::int[])[n] * interval '1 ms' FROM numbered`,
      [this.#brand.id, rep.email, rep.id, at, milliseconds],
    );
  }
}
