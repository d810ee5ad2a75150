import type { Query } from '@callside/database';
import { lockCustomers } from './customer-statements.ts';
import { noteOrders } from './note-orders.ts';

/** What all lines of an order share in the history. */
export interface OrderKey {
  /** The `id` of its customer. */
  customer: string;
  orderId: string;
  /** YYYY-MM-DD */
  orderDate: string;
}

const ofOrder = 'line.customer_id = $1 AND line.order_date = $2::date AND line.order_id = $3';

const sameLine = `
  ${ofOrder} AND kept.customer_id = $4 AND kept.order_date = $5::date AND kept.order_id = $6 AND kept.sku = line.sku`;

const passReturns = `
  UPDATE order_lines AS kept SET returned_at = line.returned_at, returned_by_shop = line.returned_by_shop
  FROM order_lines AS line
  WHERE ${sameLine} AND line.returned_at IS NOT NULL AND kept.returned_at IS NULL`;

const removeDoubles = `DELETE FROM order_lines AS line USING order_lines AS kept WHERE ${sameLine}`;

const move = `UPDATE order_lines AS line SET customer_id = $4, order_date = $5::date, order_id = $6 WHERE ${ofOrder}`;

/** Moves the lines of an order to another customer, day or number. A line that is there already stays, and only gets a return. */
export async function moveOrderLines(query: Query, brandId: string, from: OrderKey, to: OrderKey): Promise<void> {
  await lockCustomers(query, brandId);
  const keys = [from, to].flatMap(({ customer, orderDate, orderId }) => [customer, orderDate, orderId]);
  for (const statement of [passReturns, removeDoubles, move]) await query(statement, keys);
  for (const { orderDate } of [from, to]) await noteOrders(query, brandId, orderDate);
}

// A return that an import marked stays: the shop may not know of it.
const settle = `
  UPDATE order_lines AS line SET returned_at = CASE WHEN returned_at IS NULL THEN now() END, returned_by_shop = returned_at IS NULL
  WHERE ${ofOrder} AND CASE WHEN sku = ANY ($4::text[]) THEN returned_by_shop ELSE returned_at IS NULL END
  RETURNING id`;

const returnSkus = `
  UPDATE order_lines AS line SET returned_at = now(), returned_by_shop = true
  WHERE ${ofOrder} AND sku = ANY ($4::text[]) AND returned_at IS NULL
  RETURNING id`;

/** Marks the lines of an order as returned, except those of `bought`, whose earlier return by the shop is taken back. Returns how many changed. */
export function settleOrderLines(
  query: Query,
  brandId: string,
  key: OrderKey,
  bought: readonly string[],
): Promise<number> {
  return changeReturns(settle, query, brandId, key, bought);
}

/** Marks the lines of these SKUs as returned. Returns how many changed. */
export function returnOrderLines(
  query: Query,
  brandId: string,
  key: OrderKey,
  skus: readonly string[],
): Promise<number> {
  return changeReturns(returnSkus, query, brandId, key, skus);
}

async function changeReturns(
  statement: string,
  query: Query,
  brandId: string,
  { customer, orderDate, orderId }: OrderKey,
  skus: readonly string[],
): Promise<number> {
  await lockCustomers(query, brandId);
  const changed = await query(statement, [customer, orderDate, orderId, skus]);
  if (changed.length > 0) await noteOrders(query, brandId, orderDate);
  return changed.length;
}
