import type { Query } from '@callside/database';
import { sku } from './column-types.ts';

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
 * Retires the products that a complete file does not have. A rejected row keeps its product. A SKU that no catalogue can hold names none.
 * Nothing is retired when a row has no readable SKU, or when the file has no products.
 */
export class Retirement {
  readonly #query: Query;
  readonly #brandId: string;
  readonly #kept = new Set<string>();
  #isCertain = true;

  constructor(query: Query, brandId: string) {
    this.#query = query;
    this.#brandId = brandId;
  }

  /** `value` is the SKU of a row, as given. */
  keep(value: unknown): void {
    const read = sku.safeParse(value);
    if (read.success) this.#kept.add(read.data);
    else if (!isReadable(value)) this.#isCertain = false;
  }

  /** Returns the number of retired products. */
  async retireOthers(): Promise<number> {
    if (!this.#isCertain || this.#kept.size === 0) return 0;
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

/** An empty SKU may be a lost one, and U+FFFD stands for bytes that may have been those of any product. */
function isReadable(value: unknown): boolean {
  return typeof value === 'string' && value.trim() !== '' && value.isWellFormed() && !value.includes('\uFFFD');
}
