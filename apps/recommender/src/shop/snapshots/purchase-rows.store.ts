import type { Query } from '@callside/database';
import { type PurchaseRows, placeCharacters } from '../../ranking/index.ts';
import { readObjectingCustomers } from '../objections.store.ts';
import { GrowingInt32 } from './growing-int32.ts';
import type { CatalogueOfOrders } from './known-catalogue.ts';
import { readInChunks } from './read-in-chunks.ts';
import { readTitledSkus } from './titled-skus.ts';

interface LineRow {
  customer: string;
  sku: string;
  /** Days since 1970-01-01. */
  day: number;
}

/** The lines of a customer, in order; lists separated by line feeds, which no SKU has. */
interface CustomerRow {
  customer: string;
  /** Where their number is from: its first characters; null without a number. */
  numberBegins: string | null;
  skus: string;
  days: string;
}

/** Rows whose customers are numbered from 0 without gaps. */
export interface LocatedRows extends PurchaseRows {
  /** Where the number of each customer is from, see `placesOf`; null without a number. */
  readonly numbersBegin: readonly (string | null)[];
}

// The rows are in the order of an index that contains all these columns. There is one row per customer, because
// each row costs time to parse.
const selectLines = `
  SELECT customer_id::text AS customer,
         (SELECT left(phone_number, ${placeCharacters}) FROM customers WHERE id = order_lines.customer_id) AS "numberBegins",
         string_agg(sku, E'\\n' ORDER BY order_date, sku) AS skus,
         string_agg((order_date - DATE '1970-01-01')::text, E'\\n' ORDER BY order_date, sku) AS days
  FROM order_lines WHERE brand_id = $1 GROUP BY customer_id ORDER BY customer_id`;

// This is a separate statement, because with this condition the other one would read the table and not only the index.
const selectReturned = `
  SELECT customer_id::text AS customer, sku, order_date - DATE '1970-01-01' AS day
  FROM order_lines WHERE brand_id = $1 AND returned_at IS NOT NULL`;

/**
 * All order lines of a brand that were not returned, for products of the catalogue: by SKU, or else by title as in a history that was sent.
 * Those of customers who object are left out. Needs a transaction.
 */
export async function readPurchaseRows(
  query: Query,
  brandId: string,
  catalogue: Pick<CatalogueOfOrders, 'indexOfSku'>,
): Promise<LocatedRows> {
  const customers = new GrowingInt32();
  const items = new GrowingInt32();
  const days = new GrowingInt32();
  const returned = new Map<string, number>();
  await readInChunks<LineRow>(query, selectReturned, [brandId], (rows) => {
    for (const row of rows) returned.set(keyOf(row), (returned.get(keyOf(row)) ?? 0) + 1);
  });
  /** Leaves out as many lines of a product and a day as were returned. */
  const isReturned = (row: LineRow) => {
    if (returned.size === 0) return false;
    const count = returned.get(keyOf(row)) ?? 0;
    if (count > 0) returned.set(keyOf(row), count - 1);
    return count > 0;
  };
  const titled = await readTitledSkus(query, brandId, catalogue);
  const objecting = await readObjectingCustomers(query, brandId);
  const numbersBegin: (string | null)[] = [];
  let number = -1;
  await readInChunks<CustomerRow>(query, selectLines, [brandId], (rows) => {
    for (const row of rows) {
      if (objecting.has(row.customer)) continue;
      const listed = row.days.split('\n');
      let isListed = false;
      for (const [index, sku] of row.skus.split('\n').entries()) {
        const item = catalogue.indexOfSku(sku) ?? titled.get(sku);
        const day = Number(listed[index]);
        if (item === undefined || isReturned({ customer: row.customer, sku, day })) continue;
        if (!isListed) {
          number += 1;
          numbersBegin.push(row.numberBegins);
        }
        isListed = true;
        customers.push(number);
        items.push(item);
        days.push(day);
      }
    }
  });
  return { customers: customers.values(), items: items.values(), days: days.values(), numbersBegin };
}

function keyOf({ customer, sku, day }: LineRow): string {
  return `${customer} ${day} ${sku}`;
}
