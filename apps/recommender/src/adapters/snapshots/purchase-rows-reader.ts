import type { Query } from '@callside/database';
import type { Catalogue } from '../../domain/catalogue.ts';
import type { PurchaseRows } from '../../domain/purchase-rows.ts';
import { GrowingInt32 } from './growing-int32.ts';
import { readInChunks } from './read-in-chunks.ts';

interface LineRow {
  customer: string;
  sku: string;
  /** Days since 1970-01-01. */
  day: number;
}

// In the order of an index that holds all of these columns.
const selectLines = `
  SELECT customer_id::text AS customer, sku, order_date - DATE '1970-01-01' AS day
  FROM order_lines WHERE brand_id = $1 ORDER BY customer_id, order_date, sku`;

/** All order lines of a brand with products of the catalogue. Needs a transaction. */
export async function readPurchaseRows(query: Query, brandId: string, catalogue: Catalogue): Promise<PurchaseRows> {
  const customers = new GrowingInt32();
  const items = new GrowingInt32();
  const days = new GrowingInt32();
  let customer = '';
  let number = -1;
  await readInChunks<LineRow>(query, selectLines, [brandId], (rows) => {
    for (const row of rows) {
      const item = catalogue.indexOfSku(row.sku);
      if (item === undefined) continue;
      if (row.customer !== customer) {
        customer = row.customer;
        number += 1;
      }
      customers.push(number);
      items.push(item);
      days.push(row.day);
    }
  });
  return { customers: customers.values(), items: items.values(), days: days.values() };
}
