import { createRandom } from '@callside/ranking-lab';
import { type Catalogue, type CatalogueItem, createCatalogue, type PurchaseRows } from '@callside/recommender/ranking';

export interface LargeShopSize {
  readonly products: number;
  readonly customers: number;
  /** Lines of orders. */
  readonly lines: number;
}

export interface LargeShop {
  readonly catalogue: Catalogue;
  /** By customer, then by day. */
  readonly rows: PurchaseRows;
  readonly inStock: Uint8Array;
}

/** 2026-09-01 as days since 1970-01-01. */
export const today = 20_697;
const daysOfOrders = 900;
const articleTypes = 40;
/** Number of values by attribute. */
const attributeValues = { metal: 9, gem: 14, brand: 40, style: 8, colour: 12 };
export const attributeNames = Object.keys(attributeValues);
/** Share of a customer's lines that are of the products they like. */
const likedShare = 0.45;

/** A shop with bestsellers and rarely sold products, whose customers like products of one article type and brand. */
export function largeShop({ products, customers, lines }: LargeShopSize): LargeShop {
  const random = createRandom(1);
  const below = (count: number) => Math.floor(random() * count);
  const items = Array.from({ length: products }, (_, index) => productOf(index, random));
  const catalogue = createCatalogue(items, 'generated');
  const liked = byTypeAndBrand(items);
  const rows = { customers: new Int32Array(lines), items: new Int32Array(lines), days: new Int32Array(lines) };
  for (let line = 0, customer = 0; customer < customers; customer += 1) {
    const end = Math.round(((customer + 1) * lines) / customers);
    const group = liked[below(liked.length)] as number[];
    const days = Array.from({ length: end - line }, () => today - 1 - below(daysOfOrders)).sort(
      (one, other) => one - other,
    );
    for (const day of days) {
      // Few products are bestsellers: the logarithm of the place is spread evenly.
      const place = Math.min(products - 1, Math.floor(products ** random()) - 1);
      rows.customers[line] = customer;
      rows.items[line] = random() < likedShare ? (group[below(group.length)] as number) : (place * 7919) % products;
      rows.days[line] = day;
      line += 1;
    }
  }
  return { catalogue, rows, inStock: Uint8Array.from({ length: products }, () => (random() < 0.9 ? 1 : 0)) };
}

/** The lines of a customer, from the first up to the second index. */
export function linesOfCustomer({ customers }: PurchaseRows, customer: number): [from: number, to: number] {
  return [customers.indexOf(customer), customers.lastIndexOf(customer) + 1];
}

function productOf(index: number, random: () => number): CatalogueItem {
  // Low numbers are frequent: the square of an even spread.
  const code = (count: number) => Math.floor(random() * random() * count);
  const attributes = Object.entries(attributeValues).map(([name, count]) => [name, `${name} ${code(count)}`]);
  return {
    sku: String(100_000 + index),
    title: `Product ${Math.floor(index / 3)}`,
    webPrice: Math.round(100 * Math.exp(2 + 4 * random())) / 100,
    articleType: `Type ${code(articleTypes)}`,
    size: null,
    attributes: Object.fromEntries(attributes.filter(() => random() < 0.8)),
  };
}

function byTypeAndBrand(items: readonly CatalogueItem[]): number[][] {
  const groups = new Map<string, number[]>();
  for (const [item, { articleType, attributes }] of items.entries()) {
    const key = `${articleType} ${attributes.brand}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return [...groups.values()];
}
