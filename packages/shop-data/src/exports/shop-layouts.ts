import type { FileLayout, ImportKind, ShopFormat } from './file-layout.ts';
import { shopifyInventory } from './shopify-inventory.ts';
import { shopifyOrders, shopifyReturns } from './shopify-orders.ts';
import { shopifyProductStock, shopifyProducts } from './shopify-products.ts';
import { wooCommerceOrders, wooCommerceReturns } from './woocommerce-orders.ts';
import { createWooCommerceProducts, wooCommerceStock } from './woocommerce-products.ts';

/** The exports of a shop that have data of a kind, best first. */
export function layoutsOf(format: ShopFormat, kind: ImportKind, now: Date): readonly FileLayout[] {
  const layouts: Record<ShopFormat, Record<ImportKind, readonly FileLayout[]>> = {
    shopify: {
      catalogue: [shopifyProducts],
      stock: [shopifyInventory, shopifyProductStock],
      orders: [shopifyOrders],
      returns: [shopifyReturns],
    },
    woocommerce: {
      catalogue: [createWooCommerceProducts(now)],
      stock: [wooCommerceStock],
      orders: [wooCommerceOrders],
      returns: [wooCommerceReturns],
    },
  };
  return layouts[format][kind];
}
