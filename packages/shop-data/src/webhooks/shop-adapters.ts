import type { ShopAdapter } from './shop-webhook.ts';
import { shopify } from './shopify-webhooks.ts';
import { wooCommerce } from './woocommerce-webhooks.ts';

export const shopAdapters: readonly ShopAdapter[] = [shopify, wooCommerce];

export function findShopAdapter(shop: string): ShopAdapter | undefined {
  return shopAdapters.find((adapter) => adapter.shop === shop);
}
