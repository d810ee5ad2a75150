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

/** What an order says about its lines, by SKU. */
export interface OrderedSkus {
  /** A return of these by the shop is taken back. One that an import marked stays: the shop may not know of it. */
  bought: readonly string[];
  /** null: all others. */
  returned: readonly string[] | null;
}

const settle = `
  UPDATE order_lines AS line SET returned_at = CASE WHEN returned_at IS NULL THEN now() END, returned_by_shop = returned_at IS NULL
  WHERE ${ofOrder} AND CASE WHEN sku = ANY ($4::text[]) THEN returned_by_shop
    ELSE returned_at IS NULL AND ($5::text[] IS NULL OR sku = ANY ($5::text[])) END
  RETURNING id`;

/** Marks lines of an order as returned, or takes that back. Returns how many changed. */
export async function settleOrderLines(
  query: Query,
  brandId: string,
  { customer, orderDate, orderId }: OrderKey,
  { bought, returned }: OrderedSkus,
): Promise<number> {
  await lockCustomers(query, brandId);
  const changed = await query(settle, [customer, orderDate, orderId, bought, returned]);
  if (changed.length > 0) await noteOrders(query, brandId, orderDate);
  return changed.length;
}
