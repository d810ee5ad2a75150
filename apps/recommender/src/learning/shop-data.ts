import { createHash } from 'node:crypto';
import type { OrderLine, Shop, VariedLine, VariedShop } from '@callside/demo-shop';
import type { CatalogueItem } from '../ranking/index.ts';
import { createCatalogue } from '../ranking/index.ts';
import type { RankerData } from './shop-as-of.ts';

/** Catalogue and orders of a generated shop, as its imports would give them. */
export function rankerDataOfShop(shop: Pick<Shop, 'products' | 'orderLines'> | VariedShop): RankerData {
  const items = shop.products.map(toCatalogueItem);
  const version = createHash('sha256').update(JSON.stringify(items)).digest('hex').slice(0, 16);
  const catalogue = createCatalogue(items, version);
  const numbers = new Map<string, number>();
  const lines: { customer: number; item: number; day: number }[] = [];
  for (const line of shop.orderLines()) {
    const { sku, day } = line;
    const item = catalogue.indexOfSku(sku);
    if (item === undefined) continue;
    const who = whoOf(line);
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

function whoOf(line: OrderLine | VariedLine): string {
  return line.customerId ?? ('phone' in line ? line.phone : '');
}

function toCatalogueItem({
  sku,
  title,
  webPrice,
  articleType,
  size,
  ...others
}: (Shop | VariedShop)['products'][number]): CatalogueItem {
  const filled = Object.entries<string>(others).filter(([, value]) => value !== '');
  return { sku, title, webPrice, articleType, size, attributes: Object.fromEntries(filled) };
}
