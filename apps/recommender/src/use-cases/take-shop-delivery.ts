import type { ShopChange } from '@callside/shop-data';
import type { ShopStore, ShopTransaction } from '../adapters/shops/shop-store.ts';
import { changeLevel } from './shops/change-level.ts';
import { changeOrder, returnLines } from './shops/change-order.ts';
import { changeProduct, deleteProduct } from './shops/change-product.ts';
import type { ShopOutcome } from './shops/shop-outcome.ts';

export interface ShopDelivery {
  shop: string;
  /** null: the shop sent no id, and only the time of the change prevents duplicates. */
  deliveryId: string | null;
  change: ShopChange | null;
}

/** Writes the change of a delivery in one transaction. Deliveries of a brand are processed one after another. */
export async function takeShopDelivery(
  { shop, deliveryId, change }: ShopDelivery,
  store: Pick<ShopStore, 'inTransaction'>,
): Promise<ShopOutcome> {
  return store.inTransaction(shop, async (transaction) => {
    if (deliveryId !== null && !(await transaction.isNewDelivery(deliveryId))) return { outcome: 'duplicate' };
    if (change === null) return { outcome: 'ignored' };
    return applyChange(change, transaction);
  });
}

function applyChange(change: ShopChange, transaction: ShopTransaction): Promise<ShopOutcome> {
  switch (change.kind) {
    case 'product':
      return changeProduct(change, transaction);
    case 'product-deletion':
      return deleteProduct(change, transaction);
    case 'level':
      return changeLevel(change, transaction);
    case 'order':
      return changeOrder(change, transaction);
    case 'refund':
      return returnLines(change, transaction);
  }
}
