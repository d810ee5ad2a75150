import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Query } from '@callside/database';
import type { Catalogue } from '../../ranking/index.ts';

// A row holds a thousand SKUs, separated by line feeds, which no SKU has, and one row is looked up in each turn of the event loop.
const selectInStock = `
  SELECT string_agg(sku, E'\\n') AS skus, array_agg(on_hand) AS units
  FROM (SELECT sku, on_hand, row_number() OVER () / 1000 AS part
          FROM stock_levels WHERE brand_id = $1 AND on_hand > 0) AS in_stock
  GROUP BY part`;

export interface Stock {
  /** By item: 1 when it has stock, else 0. */
  inStock: Uint8Array;
  /** Units by item. */
  onHand: Int32Array;
}

/** An item without a stock level has no stock. Yields to the event loop between rows. */
export async function readStock(query: Query, brandId: string, catalogue: Catalogue): Promise<Stock> {
  const inStock = new Uint8Array(catalogue.items.length);
  const onHand = new Int32Array(catalogue.items.length);
  for (const { skus, units } of await query<{ skus: string; units: number[] }>(selectInStock, [brandId])) {
    for (const [index, sku] of skus.split('\n').entries()) {
      const item = catalogue.indexOfSku(sku);
      if (item === undefined) continue;
      inStock[item] = 1;
      onHand[item] = units[index] ?? 0;
    }
    await nextTurn();
  }
  return { inStock, onHand };
}

/** Retired items may still have stock; they are never offered. */
export function countInStock(inStock: Uint8Array, { columns }: Catalogue): number {
  let count = 0;
  for (const [item, one] of inStock.entries()) if (columns.retired[item] === 0) count += one;
  return count;
}
