import { generateShop } from '@callside/demo-shop';
import fc from 'fast-check';
import { rowsOf, shopsWithRequests, snapshotOf, today } from '../../../../test/support/small-shops.ts';
import type { RequestContext } from '../candidate-set.ts';
import { createCatalogue } from '../catalogue.ts';
import type { CatalogueItem } from '../catalogue-item.ts';
import { noMeaning } from '../model-meaning.ts';
import { prepareOffers, selectOffers } from '../offers.ts';
import { buildPurchaseIndex } from '../purchase-index/purchase-index.ts';
import { ideaChooser } from './three-ideas.ts';

const nobody: RequestContext = {
  history: [],
  anchors: [],
  today,
  checkStock: false,
  sizedArticleTypes: new Set(['ring', 'bracelet', 'bangle']),
};

const product = (sku: number, fields: Partial<CatalogueItem> = {}): CatalogueItem => ({
  sku: String(sku),
  title: `Product ${sku}`,
  webPrice: sku,
  articleType: `type ${sku}`,
  size: null,
  attributes: {},
  ...fields,
});

function candidatesOf(
  products: CatalogueItem[],
  request: Partial<RequestContext> = {},
  lines: Parameters<typeof rowsOf>[0] = [],
) {
  const catalogue = createCatalogue(products, 'v');
  const purchases = buildPurchaseIndex(rowsOf(lines), catalogue, today);
  const snapshot = { catalogue, purchases, inStock: new Uint8Array(products.length).fill(1) };
  return prepareOffers(snapshot, { ...nobody, ...request });
}

/** The items of the list when they have these shares, as log-odds of the best. */
function listOf(candidates: ReturnType<typeof candidatesOf>, shares: readonly number[]): number[] {
  const scores = Float32Array.from(candidates.items, (item) => Math.log(shares[item] ?? 0.01));
  return selectOffers(candidates, { scores, meaning: noMeaning }, 10).map(({ item }) => item);
}

const shirt = { title: 'Oxford shirt', articleType: 'shirt', webPrice: 40 };

test('sizes of one product never take two of the first three places', () => {
  const products = [product(1, shirt), product(2, shirt), product(3, shirt), product(4), product(5)];
  expect(listOf(candidatesOf(products), [1, 0.99, 0.98, 0.02, 0.01])).toEqual([0, 3, 4, 1, 2]);
});

test('another article type comes first while it is not much weaker than the best', () => {
  const ring = { articleType: 'charm' };
  const products = [
    product(1, ring),
    product(2, ring),
    product(3, { articleType: 'chain' }),
    product(4, { articleType: 'watch' }),
  ];
  expect(listOf(candidatesOf(products), [1, 0.9, 0.6, 0.5])).toEqual([0, 2, 1, 3]);
});

test('one title with several prices is one idea, and another title that is not much weaker comes first', () => {
  const charm = { articleType: 'charm', title: 'Gold charm' };
  const products = [product(1, charm), product(2, charm), product(3, { articleType: 'charm' }), product(4, charm)];
  expect(listOf(candidatesOf(products), [1, 0.9, 0.6, 0.5])).toEqual([0, 2, 1, 3]);
});

test('a second owned product is moved down when its type is rarely bought again; a refill is not', () => {
  const products = [
    product(1, { articleType: 'watch' }),
    product(2, { articleType: 'watch' }),
    product(3, { articleType: 'watch' }),
    product(4, { articleType: 'foam' }),
  ];
  // Ten customers buy the foam every month; the watches are bought once.
  const months = Array.from({ length: 10 }, (_, customer) =>
    [1, 2, 3, 4, 5].map((month) => ({ customer, item: 3, day: today - 30 * month })),
  );
  const watches = Array.from({ length: 30 }, (_, customer) => ({
    customer: 10 + customer,
    item: customer % 3,
    day: today - 50,
  }));
  const history = [0, 1, 3].map((item) => ({ item, type: null, day: today - 50 }));
  const candidates = candidatesOf(products, { history }, [...months.flat(), ...watches]);
  expect([...candidates.snapshot.purchases.durableTypes]).toEqual([1, 0]);
  expect(listOf(candidates, [1, 0.9, 0.6, 0.8])).toEqual([0, 3, 2, 1]);
});

test('the offer of a family has the size that the customer bought', () => {
  const sizes = ['S', 'M', 'L'].map((size, index) => product(1 + index, { ...shirt, size }));
  const jacket = product(4, { articleType: 'shirt', size: 'L' });
  const history = [{ item: 3, type: null, day: today - 30 }];
  expect(listOf(candidatesOf([...sizes, jacket], { history }), [1, 0.9, 0.5, 0.01])[0]).toBe(2);
  expect(listOf(candidatesOf([...sizes, jacket]), [1, 0.9, 0.5, 0.01])[0]).toBe(0);
});

test('no family is at the top twice when another family is left, for any shop and request', () => {
  fc.assert(
    fc.property(shopsWithRequests, ({ shop, request }) => {
      const candidates = prepareOffers(snapshotOf(shop), request);
      const { families } = candidates.snapshot.catalogue.columns;
      const top = selectOffers(candidates, null, 3).map(({ item }) => families[item]);
      const all = new Set(Array.from(candidates.items, (item) => families[item]));
      expect(new Set(top).size).toBe(Math.min(top.length, all.size));
    }),
    { numRuns: 100 },
  );
});

test('without choices there is no idea', () => {
  expect(ideaChooser(candidatesOf([]))([], { top: [], strengthOf: () => 0 })).toBeUndefined();
});

test('an unknown caller of the demo shop is offered three article types, and care products at most once', () => {
  const shop = generateShop({ seed: 7, today: today + 61, products: 2000, customers: 8000 });
  const products = shop.products.map(({ sku, title, webPrice, articleType, size, metal, gem }) => {
    const attributes = Object.fromEntries(Object.entries({ metal, gem }).filter(([, value]) => value !== ''));
    return { sku, title, webPrice, articleType, size, attributes };
  });
  const catalogue = createCatalogue(products, 'demo');
  const customers = new Map<string, number>();
  const lines = [...shop.orderLines()].map(({ phone, sku, day }) => {
    customers.set(phone, customers.get(phone) ?? customers.size);
    return { customer: customers.get(phone) ?? 0, item: catalogue.indexOfSku(sku) ?? 0, day };
  });
  lines.sort((one, other) => one.customer - other.customer || one.day - other.day);
  const purchases = buildPurchaseIndex(rowsOf(lines), catalogue, today + 61);
  const snapshot = { catalogue, purchases, inStock: new Uint8Array(products.length).fill(1) };
  const typesOf = (list: Iterable<number>) => [...list].map((item) => catalogue.items[item]?.articleType);
  const candidates = prepareOffers(snapshot, nobody);
  // What sells most often by count comes first, which is not what a caller should hear.
  expect(typesOf(candidates.items.subarray(0, 3))).toEqual(['care', 'care', 'care']);
  const offered = typesOf(selectOffers(candidates, null, 3).map(({ item }) => item));
  expect(new Set(offered).size).toBe(3);
});
