import { plainArray, type Query, textArray } from '@callside/database';
import { sumOfDecimals } from './sum-of-decimals.ts';

/** A line of an order as stored. Decimals are texts. */
export interface OrderLine {
  /** The `id` of its customer. */
  customer: string;
  /** YYYY-MM-DD */
  orderDate: string;
  sku: string;
  orderId: string | null;
  productTitle: string | null;
  qty: string;
  unitPrice: string | null;
}

// xmax is 0 in a row version that only an insert made.
const upsertWith = (qty: string) => `
  WITH written AS (
    INSERT INTO order_lines (brand_id, customer_id, order_date, sku, order_id, product_title, qty, unit_price)
    SELECT $1, given.* FROM unnest($2::uuid[], $3::date[], $4::text[], $5::text[], $6::text[], $7::numeric[], $8::numeric[])
      AS given (customer_id, order_date, sku, order_id, product_title, qty, unit_price)
    ON CONFLICT (customer_id, order_date, sku, order_id) DO UPDATE SET qty = ${qty},
      product_title = coalesce(excluded.product_title, order_lines.product_title),
      unit_price = coalesce(excluded.unit_price, order_lines.unit_price)
    WHERE (order_lines.qty, order_lines.product_title, order_lines.unit_price) IS DISTINCT FROM
      (${qty}, coalesce(excluded.product_title, order_lines.product_title),
       coalesce(excluded.unit_price, order_lines.unit_price))
    RETURNING customer_id, order_date, sku, order_id, xmax = 0 AS inserted
  )
  SELECT count(*)::int AS written, count(*) FILTER (WHERE inserted)::int AS inserted,
    min(order_date)::text AS "firstDay",
    coalesce(jsonb_agg(jsonb_build_object('customer', customer_id, 'orderDate', order_date, 'sku', sku, 'orderId', order_id))
      FILTER (WHERE customer_id = ANY ($9::uuid[])), '[]') AS watched
  FROM written`;
const upsert = upsertWith('excluded.qty');
const add = upsertWith('order_lines.qty + excluded.qty');

export type LineKey = Pick<OrderLine, 'customer' | 'orderDate' | 'sku' | 'orderId'>;

/** The lines that were inserted or changed. */
export interface WrittenLines {
  written: number;
  inserted: number;
  /** The first of their days, YYYY-MM-DD; null without any. */
  firstDay: string | null;
  /** Those of the customers that were asked for. */
  watched: LineKey[];
}

/** Writes lines of different keys; absent values keep the stored ones. `adds`: the quantities are added to the stored ones. */
export async function upsertOrderLines(
  query: Query,
  brandId: string,
  { count, values }: LineColumns,
  watchedCustomers: readonly string[],
  { adds }: { adds: boolean },
): Promise<WrittenLines> {
  if (count === 0) return { written: 0, inserted: 0, firstDay: null, watched: [] };
  const [written] = await query<WrittenLines>(adds ? add : upsert, [brandId, ...values, plainArray(watchedCustomers)]);
  return written as WrittenLines;
}

/** Lines as the parameters of a statement. */
export interface LineColumns {
  readonly count: number;
  /** One array literal per column. */
  readonly values: readonly string[];
}

export function columnsOf(lines: readonly OrderLine[]): LineColumns {
  const values = [
    plainArray(lines.map(({ customer }) => customer)),
    plainArray(lines.map(({ orderDate }) => orderDate)),
    textArray(lines.map(({ sku }) => sku)),
    textArray(lines.map(({ orderId }) => orderId)),
    textArray(lines.map(({ productTitle }) => productTitle)),
    plainArray(lines.map(({ qty }) => qty)),
    plainArray(lines.map(({ unitPrice }) => unitPrice)),
  ];
  return { count: lines.length, values };
}

export function orderLineKey({ customer, orderDate, sku, orderId }: LineKey): string {
  // A SKU has no line feed, and the id of an order is not empty.
  return `${customer} ${orderDate} ${sku}\n${orderId ?? ''}`;
}

/** Merges two rows of the same line, in their order. An order may have a product in several rows, whose pieces add up. */
export function mergeOrderLines(earlier: OrderLine, later: OrderLine): OrderLine {
  return {
    ...later,
    qty: later.orderId === null ? later.qty : sumOfDecimals(earlier.qty, later.qty),
    productTitle: later.productTitle ?? earlier.productTitle,
    unitPrice: later.unitPrice ?? earlier.unitPrice,
  };
}
