import type { Query } from '@callside/database';
import { lockCustomers } from './customer-statements.ts';
import { noteOrders } from './note-orders.ts';

interface MovedOrder {
  /** The `id` of the customer who has the lines, and of the one who gets them. */
  from: string;
  to: string;
  orderId: string;
  /** YYYY-MM-DD */
  orderDate: string;
}

const sameLine = `
  line.customer_id = $1 AND line.order_date = $3::date AND line.order_id = $4
  AND kept.customer_id = $2 AND kept.order_date = line.order_date AND kept.order_id = line.order_id AND kept.sku = line.sku`;

const passReturns = `
  UPDATE order_lines AS kept SET returned_at = line.returned_at FROM order_lines AS line
  WHERE ${sameLine} AND line.returned_at IS NOT NULL AND kept.returned_at IS NULL`;

const removeDoubles = `DELETE FROM order_lines AS line USING order_lines AS kept WHERE ${sameLine}`;

const move =
  'UPDATE order_lines SET customer_id = $2 WHERE customer_id = $1 AND order_date = $3::date AND order_id = $4';

/** Moves the lines of an order to another customer. A line that this customer has already stays as it is, except that it is returned. */
export async function moveOrderLines(
  query: Query,
  brandId: string,
  { from, to, orderId, orderDate }: MovedOrder,
): Promise<void> {
  await lockCustomers(query, brandId);
  for (const statement of [passReturns, removeDoubles, move]) await query(statement, [from, to, orderDate, orderId]);
  await noteOrders(query, brandId, orderDate);
}
