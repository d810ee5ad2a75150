import type { OrderChange, ShopChange } from '@callside/shop-data';
import type { ShopTransaction } from '../../adapters/shops/shop-store.ts';
import { type ShopOutcome, summarize } from './shop-outcome.ts';

/**
 * Writes the lines of an order into the history of its customer, and marks the returned ones. An order that names another customer than
 * before moves to them. Without a bought line it stays, and its returned lines are those of the customer before.
 */
export async function changeOrder(change: OrderChange, transaction: ShopTransaction): Promise<ShopOutcome> {
  if (!(await transaction.isNewestOfOrder(change))) return { outcome: 'stale' };
  const bought = await transaction.write('orders', change.bought);
  const before = (await transaction.moveOrder(change)) ? null : await transaction.findOrder(change.orderId);
  const returned = await transaction.writeReturns(change.returned.map((line) => ({ ...line, ...before })));
  await transaction.keepOrder(change);
  return summarize([bought, returned]);
}

/** A refund has only the id of its order; customer, number and day come from the delivery of the order. */
export async function returnLines(
  { orderId, skus }: Extract<ShopChange, { kind: 'refund' }>,
  transaction: ShopTransaction,
): Promise<ShopOutcome> {
  if (skus.length === 0) return { outcome: 'ignored' };
  const order = await transaction.findOrder(orderId);
  if (order === null) return { outcome: 'unknown_order' };
  return summarize([await transaction.writeReturns(skus.map((sku) => ({ ...order, sku })))]);
}
