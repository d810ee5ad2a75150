import type { Query } from '@callside/database';

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
const upsert = `
  INSERT INTO order_lines (brand_id, customer_id, order_date, sku, order_id, product_title, qty, unit_price)
  SELECT $1, given.* FROM unnest($2::uuid[], $3::date[], $4::text[], $5::text[], $6::text[], $7::numeric[], $8::numeric[])
    AS given (customer_id, order_date, sku, order_id, product_title, qty, unit_price)
  ON CONFLICT (customer_id, order_date, sku, order_id) DO UPDATE SET qty = excluded.qty,
    product_title = coalesce(excluded.product_title, order_lines.product_title),
    unit_price = coalesce(excluded.unit_price, order_lines.unit_price)
  WHERE (order_lines.qty, order_lines.product_title, order_lines.unit_price) IS DISTINCT FROM
    (excluded.qty, coalesce(excluded.product_title, order_lines.product_title),
     coalesce(excluded.unit_price, order_lines.unit_price))
  RETURNING customer_id AS customer, order_date::text AS "orderDate", sku, order_id AS "orderId", xmax = 0 AS inserted`;

export type WrittenLine = Pick<OrderLine, 'customer' | 'orderDate' | 'sku' | 'orderId'> & { inserted: boolean };

/** Writes lines of different keys; absent values keep the stored ones. Returns the lines that were inserted or changed. */
export function upsertOrderLines(query: Query, brandId: string, lines: readonly OrderLine[]): Promise<WrittenLine[]> {
  return query<WrittenLine>(upsert, [
    brandId,
    lines.map(({ customer }) => customer),
    lines.map(({ orderDate }) => orderDate),
    lines.map(({ sku }) => sku),
    lines.map(({ orderId }) => orderId),
    lines.map(({ productTitle }) => productTitle),
    lines.map(({ qty }) => qty),
    lines.map(({ unitPrice }) => unitPrice),
  ]);
}

export function orderLineKey({ customer, orderDate, sku, orderId }: Omit<WrittenLine, 'inserted'>): string {
  return JSON.stringify([customer, orderDate, sku, orderId]);
}

/** Merges two rows of the same line, in their order. */
export function mergeOrderLines(earlier: OrderLine, later: OrderLine): OrderLine {
  return {
    ...later,
    productTitle: later.productTitle ?? earlier.productTitle,
    unitPrice: later.unitPrice ?? earlier.unitPrice,
  };
}
