import { articleTypeKey } from '@callside/schemas';
import fc from 'fast-check';
import type { RequestContext } from '../../src/ranking/rules/candidate-set.ts';
import { createCatalogue } from '../../src/ranking/rules/catalogue.ts';
import type { CatalogueItem } from '../../src/ranking/rules/catalogue-item.ts';
import type { HistoryLine } from '../../src/ranking/rules/history.ts';
import { buildPurchaseIndex } from '../../src/ranking/rules/purchase-index/purchase-index.ts';
import type { PurchaseRows } from '../../src/ranking/rules/purchase-rows.ts';
import type { RankingSnapshot } from '../../src/ranking/rules/ranking-snapshot.ts';

/** One line of an order. */
export interface Line {
  customer: number;
  item: number;
  day: number;
}

export interface SmallShop {
  /** By SKU, as in the catalogue. */
  items: CatalogueItem[];
  /** Unsorted, with duplicates, some of them of `today` or later. */
  lines: Line[];
  inStock: boolean[];
}

/** 2026-09-01 as days since 1970-01-01. */
export const today = 20_697;

/** What a customer bought that many days ago. */
export const bought = (customer: number, daysAgo: number, ...items: number[]): Line[] =>
  items.map((item) => ({ customer, item, day: today - daysAgo }));

/** Products that differ only in their titles. */
export const chains = (count: number): CatalogueItem[] =>
  Array.from({ length: count }, (_, index) => ({
    sku: String(index),
    title: `Product ${index}`,
    webPrice: 10,
    articleType: 'chain',
    size: null,
    attributes: {},
  }));

const [theYear1, theYear1900] = [-719_162, -25_567];

/** `key` is the form in which article types are compared. */
const articleTypes = [
  { articleType: 'Ring', key: 'ring' },
  { articleType: 'rings', key: 'ring' },
  { articleType: ' RINGS ', key: 'ring' },
  { articleType: 'Bracelet', key: 'bracelet' },
  { articleType: 'bracelets', key: 'bracelet' },
  { articleType: 'Bangles', key: 'bangle' },
  { articleType: 'Pendant', key: 'pendant' },
  { articleType: 'Watches', key: 'watch' },
  { articleType: '', key: '' },
] as const;

export const keyOf = (articleType: string) => articleTypes.find((type) => type.articleType === articleType)?.key;

const product: fc.Arbitrary<Omit<CatalogueItem, 'sku'>> = fc.record({
  title: fc.constantFrom('Gold Band', 'gold  band', 'Plain Ring', 'Charm', 'Opal', ''),
  webPrice: fc.constantFrom(0, 0.01, 19.99, 20, 20, 349, 1e6),
  articleType: fc.constantFrom(...articleTypes).map(({ articleType }) => articleType),
  size: fc.option(fc.constantFrom(0, 6.5, 7, 8), { freq: 2 }),
  attributes: fc.dictionary(fc.constantFrom('metal', 'gem', 'brand'), fc.constantFrom('gold', 'Gold ', 'opal', 'x'), {
    noNullPrototype: true,
  }),
});

const item = fc
  .tuple(product, fc.constantFrom({}, {}, {}, { retired: true as const }))
  .map(([fields, retirement]) => ({ ...fields, ...retirement }));

const day = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: today - 30, max: today - 1 }) },
  { weight: 4, arbitrary: fc.integer({ min: today - 900, max: today - 31 }) },
  { weight: 2, arbitrary: fc.integer({ min: today, max: today + 400 }) },
  { weight: 1, arbitrary: fc.constantFrom(theYear1, theYear1900, -1) },
);

/** Up to 14 products and up to 6 customers; both may be empty. */
export const smallShops: fc.Arbitrary<SmallShop> = fc.array(item, { maxLength: 14 }).chain((products) =>
  fc.record({
    items: fc.constant(products.map((product, index) => ({ ...product, sku: String(10 + 7 * index) }))),
    lines:
      products.length === 0
        ? fc.constant([])
        : fc.array(
            fc.record({
              customer: fc.integer({ min: 0, max: 5 }),
              item: fc.integer({ min: 0, max: products.length - 1 }),
              day,
            }),
            { maxLength: 60 },
          ),
    inStock: fc.array(fc.boolean(), { minLength: products.length, maxLength: products.length }),
  }),
);

/** Requests about a shop, realistic and unrealistic ones. */
export function requestsAbout({ items }: SmallShop): fc.Arbitrary<RequestContext> {
  const { types } = createCatalogue(items, '').columns;
  const someItem = fc.integer({ min: 0, max: Math.max(0, items.length - 1) });
  const known = someItem.map((item) => ({ item, type: types[item] as number }));
  const typeOnly = known.map(({ type }) => ({ item: null, type }));
  const nothing = fc.constant({ item: null, type: null });
  const bought = items.length === 0 ? nothing : fc.oneof({ weight: 4, arbitrary: known }, typeOnly, nothing);
  return fc.record({
    history: fc.array(
      fc.tuple(bought, fc.option(day)).map(([what, when]): HistoryLine => ({ ...what, day: when })),
      { maxLength: 20 },
    ),
    anchors: fc.oneof(
      fc.constant([]),
      items.length === 0 ? fc.constant([]) : fc.uniqueArray(someItem, { maxLength: 4 }),
    ),
    today: fc.constant(today),
    checkStock: fc.boolean(),
    sizedArticleTypes: fc
      .constantFrom<string[][]>([], ['ring', 'bracelet', 'bangle'], ['ring'], ['watch'])
      .map((keys) => new Set(keys.map(articleTypeKey))),
  });
}

export const shopsWithRequests = smallShops.chain((shop) =>
  fc.record({ shop: fc.constant(shop), request: requestsAbout(shop) }),
);

export function rowsOf(lines: readonly Line[]): PurchaseRows {
  return {
    customers: Int32Array.from(lines, ({ customer }) => customer),
    items: Int32Array.from(lines, ({ item }) => item),
    days: Int32Array.from(lines, ({ day }) => day),
  };
}

export function snapshotOf({ items, lines, inStock }: SmallShop): RankingSnapshot {
  const catalogue = createCatalogue(items, 'v1');
  return {
    catalogue,
    inStock: Uint8Array.from(inStock, Number),
    purchases: buildPurchaseIndex(rowsOf(lines), catalogue, today),
  };
}
