import type { Query } from '@callside/database';
import type { CallContext, Withheld } from '@callside/schemas';
import type { KnownSizes, SentHistoryLine } from '../ranking/index.ts';
import type { CustomerKeys, StoredOffer } from './recommendation.ts';

/** A recommendation as it was recorded. */
export interface RecordOnFile extends CustomerKeys {
  source: string;
  context: CallContext;
  knownSizes: KnownSizes;
  numItems: number;
  checkStock: boolean;
  anchors: readonly string[];
  /** What the request sent; null: nothing. */
  history: readonly SentHistoryLine[] | null;
  /** Null: nobody looked, or the history could not be read in time. */
  customerFound: boolean | null;
  /** No model ranked. */
  fallback: boolean;
  artifactVersion: string;
  catalogVersion: string;
  offeredSkus: readonly string[];
  offers: readonly Pick<StoredOffer, 'reasons'>[];
  /** Names of the rules that acted. */
  rulesApplied: readonly string[];
  /** Why no offers were made. */
  withheld: Withheld | null;
  createdAt: Date;
}

/** What is on file of a product, and what has changed since a recommendation. */
export interface ProductOnFile {
  /** Null: it is not in the catalogue. */
  addedAt: Date | null;
  retiredAt: Date | null;
  /** When its stock changed last; null: it never had any. */
  stockChangedAt: Date | null;
  /** Names of the rules of the brand that were set since, and of those that acted and are gone. */
  changedRules: string[];
}

/** What explains a recommendation afterwards. */
export class RecordReader {
  readonly #query: Query;
  readonly #brandId: () => string;

  constructor({ query, brandId }: { query: Query; brandId: () => string }) {
    this.#query = query;
    this.#brandId = brandId;
  }

  /** Null: the brand has none of this id. */
  async find(id: string): Promise<RecordOnFile | null> {
    const [record] = await this.#query<RecordOnFile>(
      `SELECT phone, customer_id AS "customerId", source, context, known_sizes AS "knownSizes", num_items AS "numItems",
              check_stock AS "checkStock", anchors, history, customer_found AS "customerFound", fallback,
              artifact_version AS "artifactVersion", catalog_version AS "catalogVersion", offered_skus AS "offeredSkus", offers,
              rules_applied AS "rulesApplied", offers_withheld AS withheld, created_at AS "createdAt"
         FROM recommendations WHERE brand_id = $1 AND id = $2`,
      [this.#brandId(), id],
    );
    return record ?? null;
  }

  async findProduct(
    sku: string,
    { createdAt, rulesApplied }: Pick<RecordOnFile, 'createdAt' | 'rulesApplied'>,
  ): Promise<ProductOnFile> {
    const [product] = await this.#query<ProductOnFile>(
      `SELECT i.created_at AS "addedAt", i.retired_at AS "retiredAt", l.updated_at AS "stockChangedAt",
              ARRAY(SELECT name FROM merchandising_rules WHERE brand_id = $1 AND updated_at > $3
                    UNION
                    SELECT name FROM unnest($4::text[]) AS applied (name)
                     WHERE name NOT IN (SELECT name FROM merchandising_rules WHERE brand_id = $1)) AS "changedRules"
         FROM (SELECT $1::uuid AS brand_id, $2::text AS sku) AS asked
         LEFT JOIN catalog_items i USING (brand_id, sku)
         LEFT JOIN stock_levels l USING (brand_id, sku)`,
      [this.#brandId(), sku, createdAt, rulesApplied],
    );
    if (product === undefined) throw new Error('the database returned no row');
    return product;
  }
}
