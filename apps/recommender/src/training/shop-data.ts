import { createHash } from 'node:crypto';
import type { Product, Shop } from '@callside/demo-shop';
import { createCatalogue } from '../domain/catalogue.ts';
import type { CatalogueItem } from '../domain/catalogue-item.ts';
import type { RankerData } from './shop-as-of.ts';

/** Catalogue and orders of a generated shop, as its imports would give them. */
export function rankerDataOfShop(shop: Shop): RankerData {
  const items = shop.products.map(toCatalogueItem);
  const version = createHash('sha256').update(JSON.stringify(items)).digest('hex').slice(0, 16);
  const catalogue = createCatalogue(items, version);
  const numbers = new Map<string, number>();
  const lines: { customer: number; item: number; day: number }[] = [];
  for (const { sku, day, customerId, phone } of shop.orderLines()) {
    const item = catalogue.indexOfSku(sku);
    if (item === undefined) continue;
    const who = customerId ?? phone;
    const customer = numbers.get(who) ?? numbers.size;
    numbers.set(who, customer);
    lines.push({ customer, item, day });
  }
  lines.sort((one, other) => one.customer - other.customer || one.day - other.day);
  return {
    catalogue,
    rows: {
      customers: Int32Array.from(lines, ({ customer }) => customer),
      items: Int32Array.from(lines, ({ item }) => item),
      days: Int32Array.from(lines, ({ day }) => day),
    },
  };
}

function toCatalogueItem({ sku, title, webPrice, articleType, size, ...others }: Product): CatalogueItem {
  const filled = Object.entries(others).filter(([, value]) => value !== '');
  return { sku, title, webPrice, articleType, size, attributes: Object.fromEntries(filled) };
}
