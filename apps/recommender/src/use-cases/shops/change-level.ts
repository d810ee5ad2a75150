import type { ShopChange } from '@callside/shop-data';
import type { ShopTransaction } from '../../adapters/shops/shop-store.ts';
import { type ShopOutcome, summarize } from './shop-outcome.ts';

/**
 * The stock of a product is the sum of the locations that have reported. A level of an item whose product is not known is kept: the
 * next delivery of the product uses it.
 */
export async function changeLevel(
  change: Extract<ShopChange, { kind: 'level' }>,
  transaction: ShopTransaction,
): Promise<ShopOutcome> {
  if (!(await transaction.keepLevel(change))) return { outcome: 'stale' };
  const skus = await transaction.skusOfItem(change.inventoryItemId);
  if (skus.length === 0) return { outcome: 'unknown_item' };
  const level = (await transaction.levelsOf([change.inventoryItemId])).get(change.inventoryItemId);
  const rows = skus.map((sku) => ({ sku, on_hand: level?.available ?? change.available }));
  return summarize([await transaction.write('stock', rows)]);
}
