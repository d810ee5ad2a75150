import type { Query } from '@callside/database';
import { sku } from './column-types.ts';
import type { ImportRecord } from './entry.ts';

const atOnce = 2000;

const selectOffered = `
  SELECT sku FROM catalog_items WHERE brand_id = $1 AND retired_at IS NULL AND sku > $2 ORDER BY sku LIMIT ${atOnce}`;

const retire = `
  UPDATE catalog_items SET retired_at = now(), updated_at = now()
  WHERE brand_id = $1 AND sku = ANY ($2::text[]) AND retired_at IS NULL RETURNING sku`;

/** Products that are no longer offered. Returns how many were. */
export async function retireProducts(query: Query, brandId: string, skus: readonly string[]): Promise<number> {
  return skus.length === 0 ? 0 : (await query(retire, [brandId, skus])).length;
}

/**
 * Retires the products that the file says are not offered any more, and those that a complete file does not have. A row with a product,
 * also a rejected one, keeps it, whatever other rows of its SKU say. A SKU that no catalogue can hold names none. Missing products stay
 * when a row has no readable SKU, or when the file has no products.
 */
export class Retirement {
  readonly #query: Query;
  readonly #brandId: string;
  readonly #isComplete: boolean;
  readonly #kept = new Set<string>();
  readonly #withdrawn = new Set<string>();
  #isCertain = true;

  constructor(query: Query, brandId: string, { isComplete }: { isComplete: boolean }) {
    this.#query = query;
    this.#brandId = brandId;
    this.#isComplete = isComplete;
  }

  keep(sku: string): void {
    this.#kept.add(sku);
  }

  /** `record` is the row, as given; undefined: it could not be read. */
  keepRejected(record: ImportRecord | undefined): void {
    const read = sku.safeParse(record?.sku);
    if (read.success) this.#kept.add(read.data);
    else if (record === undefined || mayBeProduct(record)) this.#isCertain = false;
  }

  withdraw(given: string): void {
    const read = sku.safeParse(given);
    if (read.success) this.#withdrawn.add(read.data);
  }

  /** Returns the number of retired products; undefined when the file could retire none. */
  async end(): Promise<number | undefined> {
    if (!this.#isComplete && this.#withdrawn.size === 0) return undefined;
    return (await this.#retireWithdrawn()) + (await this.#retireMissing());
  }

  async #retireWithdrawn(): Promise<number> {
    const gone = [...this.#withdrawn].filter((sku) => !this.#kept.has(sku));
    let retired = 0;
    for (let from = 0; from < gone.length; from += atOnce) {
      retired += await retireProducts(this.#query, this.#brandId, gone.slice(from, from + atOnce));
    }
    return retired;
  }

  async #retireMissing(): Promise<number> {
    if (!this.#isComplete || !this.#isCertain || this.#kept.size === 0) return 0;
    let retired = 0;
    let after = '';
    for (;;) {
      const offered = await this.#query<{ sku: string }>(selectOffered, [this.#brandId, after]);
      const gone = offered.map((row) => row.sku).filter((found) => !this.#kept.has(found));
      retired += await retireProducts(this.#query, this.#brandId, gone);
      const last = offered.at(-1);
      if (last === undefined || offered.length < atOnce) return retired;
      after = last.sku;
    }
  }
}

/**
 * Whether a row without a usable SKU may be a product. An empty SKU may be a lost one, unless title or type are missing as well, as in a
 * row of totals. U+FFFD stands for bytes that may have been those of any product.
 */
function mayBeProduct({ sku, title, article_type }: ImportRecord): boolean {
  if (isEmpty(sku)) return !isEmpty(title) && !isEmpty(article_type);
  return typeof sku !== 'string' || !sku.isWellFormed() || sku.includes('\uFFFD');
}

function isEmpty(value: unknown): boolean {
  return value === undefined || (typeof value === 'string' && value.trim() === '');
}
