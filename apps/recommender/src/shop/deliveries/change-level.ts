import type { ShopChange } from '@callside/shop-data';
import { stockOfItem } from '../../ranking/index.ts';
import { type ShopOutcome, summarize } from './shop-outcome.ts';
import type { ShopTransaction } from './shops.store.ts';

/** A level of an item whose product is not known is kept: the next delivery of the product uses it. */
export async function changeLevel(
  change: Extract<ShopChange, { kind: 'level' }>,
  transaction: ShopTransaction,
): Promise<ShopOutcome> {
  if (!(await transaction.keepLevel(change))) return { outcome: 'stale' };
  const variants = await transaction.variantsOfItems([change.inventoryItemId]);
  if (variants.length === 0) return { outcome: 'unknown_item' };
  const levels = (await transaction.levelsOf([change.inventoryItemId])).get(change.inventoryItemId) ?? [];
  const rows = variants.map(({ sku, total }) => ({ sku, on_hand: stockOfItem(total, levels) }));
  return summarize([await transaction.write('stock', rows)]);
}
