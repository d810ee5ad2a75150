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
  UPDATE order_lines AS kept SET returned_at = line.returned_at FROM order_lines AS line
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
