import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Query } from '@callside/database';
import type { Catalogue } from '../../domain/catalogue.ts';

// A thousand SKUs per row: one row is looked up per turn of the event loop.
const selectInStock = `
  SELECT string_agg(sku, ',') AS skus
  FROM (SELECT sku, row_number() OVER () / 1000 AS part FROM stock_levels WHERE brand_id = $1 AND on_hand > 0) AS in_stock
  GROUP BY part`;

/** By item: 1 when it has stock, else 0. An item without a stock level has none. Yields to the event loop between rows. */
export async function readInStock(query: Query, brandId: string, catalogue: Catalogue): Promise<Uint8Array> {
  const inStock = new Uint8Array(catalogue.items.length);
  for (const { skus } of await query<{ skus: string }>(selectInStock, [brandId])) {
    for (const sku of skus.split(',')) {
      const item = catalogue.indexOfSku(sku);
      if (item !== undefined) inStock[item] = 1;
    }
    await nextTurn();
  }
  return inStock;
}

export function countInStock(inStock: Uint8Array): number {
  let count = 0;
  for (const one of inStock) count += one;
  return count;
}
