import type { ImportRecord, OrderChange, ShopChange } from '@callside/shop-data';
import { type ShopOutcome, summarize } from './shop-outcome.ts';
import type { ShopTransaction } from './shops.store.ts';

/**
 * Writes an order into the history of its customer, as a whole: lines on file that it no longer has are returned. An order that names
 * another customer than before moves to them. Without a bought line it stays.
 */
export async function changeOrder(change: OrderChange, transaction: ShopTransaction): Promise<ShopOutcome> {
  if (!(await transaction.isNewestOfOrder(change))) return { outcome: 'stale' };
  const withNumber = change.bought.filter(({ phone }) => phone !== undefined);
  const bought = await transaction.write('orders', withNumber);
  const key = await transaction.placeOrder(change);
  const skus = { bought: skusOf(change.bought), returned: change.isComplete ? null : skusOf(change.returned) };
  const returns = key === null ? 0 : await transaction.settleOrder(key, skus);
  await transaction.keepOrder(change, key);
  return summarize([bought], returns);
}

/**
 * A refund has only the id of its order; the delivery of the order says where its lines are. A delivery that is not older than the refund
 * has it already, and knows better: another line of the order may have the same SKU.
 */
export async function returnLines(
  { orderId, refundedAt, skus }: Extract<ShopChange, { kind: 'refund' }>,
  transaction: ShopTransaction,
): Promise<ShopOutcome> {
  if (skus.length === 0) return { outcome: 'ignored' };
  const key = await transaction.findOrder(orderId);
  if (key === null) return { outcome: 'unknown_order' };
  if (refundedAt !== null && !(await transaction.isNewestRefund(orderId, refundedAt))) return { outcome: 'stale' };
  return summarize([], await transaction.settleOrder(key, { bought: [], returned: skus }));
}

function skusOf(records: readonly ImportRecord[]): string[] {
  return records.map(({ sku }) => String(sku));
}
