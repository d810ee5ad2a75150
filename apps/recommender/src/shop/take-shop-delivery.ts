import type { DeliveryIdentity, ShopChange } from '@callside/shop-data';
import { changeLevel } from './deliveries/change-level.ts';
import { changeOrder, returnLines } from './deliveries/change-order.ts';
import { changeProduct, deleteProduct } from './deliveries/change-product.ts';
import type { ShopOutcome } from './deliveries/shop-outcome.ts';
import type { ShopStore, ShopTransaction } from './deliveries/shops.store.ts';

export interface ShopDelivery {
  shop: string;
  /** null: the shop sent no id, and only the time of the change prevents duplicates. */
  identity: DeliveryIdentity | null;
  change: ShopChange | null;
}

/** Writes the change of a delivery in one transaction. Deliveries of a brand are processed one after another. */
export async function takeShopDelivery(
  { shop, identity, change }: ShopDelivery,
  store: Pick<ShopStore, 'inTransaction'>,
): Promise<ShopOutcome> {
  return store.inTransaction(shop, async (transaction) => {
    if (identity !== null && !(await transaction.isNewDelivery(identityAbout(change, identity))))
      return { outcome: 'duplicate' };
    if (change === null) return { outcome: 'ignored' };
    return applyChange(change, transaction);
  });
}

/**
 * Where one id has several deliveries, the id is kept for each product or order with the content of its newest delivery. So the third of
 * the contents A, B, A is no repetition: the shop returned to A.
 */
function identityAbout(change: ShopChange | null, { id, contentSha256 }: DeliveryIdentity): DeliveryIdentity {
  return { id: contentSha256 === null ? id : `${id} ${subjectOf(change)}`, contentSha256 };
}

function subjectOf(change: ShopChange | null): string {
  switch (change?.kind) {
    case 'product':
    case 'product-deletion':
      return `product ${change.productId}`;
    case 'level':
      return `level ${change.inventoryItemId} ${change.locationId}`;
    case 'order':
    case 'undecided-order':
    case 'refund':
      return `order ${change.orderId}`;
    case undefined:
      return 'nothing';
  }
}

async function applyChange(change: ShopChange, transaction: ShopTransaction): Promise<ShopOutcome> {
  switch (change.kind) {
    case 'product':
      return changeProduct(change, transaction);
    case 'product-deletion':
      return deleteProduct(change, transaction);
    case 'level':
      return changeLevel(change, transaction);
    case 'order':
      return changeOrder(change, transaction);
    case 'undecided-order':
      return { outcome: 'rejected', problems: [change.problem] };
    case 'refund':
      return returnLines(change, transaction);
  }
}
