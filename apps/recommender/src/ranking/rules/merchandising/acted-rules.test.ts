import { rowsOf, today } from '../../../../test/support/small-shops.ts';
import { createCatalogue } from '../catalogue.ts';
import { prepareOffers, selectOffers } from '../offers.ts';
import { buildPurchaseIndex } from '../purchase-index/purchase-index.ts';
import { actedRules } from './acted-rules.ts';

const items = ['1', '2', '3', '4', '5'].map((sku) => ({
  sku,
  title: `Product ${sku}`,
  webPrice: 10,
  articleType: `type ${sku}`,
  size: null,
  attributes: {},
}));
const catalogue = createCatalogue(items, 'v');
/** Product 1 has the most buyers, product 5 the fewest. */
const lines = items.flatMap((_, item) =>
  Array.from({ length: 10 - item }, (__, customer) => ({ customer, item, day: today - 5 })),
);
const pin = (sku: string) => ({ name: `pin-${sku}`, kind: 'pin' as const, sku, rank: 3, condition: 'always' as const });
const demotion = (sku: string, name: string) => ({ name, kind: 'boost', sku, factor: 0.01, condition: 'always' });
const snapshot = {
  catalogue,
  inStock: new Uint8Array(items.length).fill(1),
  purchases: buildPurchaseIndex(rowsOf(lines), catalogue, today),
};

describe('150 charms that sell best, and 50 chains', () => {
  const shop = Array.from({ length: 200 }, (_, index) => ({
    sku: String(index),
    title: `Product ${index}`,
    webPrice: 10,
    articleType: index < 150 ? 'charm' : 'chain',
    size: null,
    attributes: {},
  }));
  const bought = shop.flatMap((_, item) =>
    Array.from({ length: item < 150 ? 6 : 2 }, (__, customer) => ({ customer, item, day: today - 5 })),
  );
  const shopCatalogue = createCatalogue(shop, 'v');
  const ofShop = {
    catalogue: shopCatalogue,
    inStock: new Uint8Array(shop.length).fill(1),
    purchases: buildPurchaseIndex(rowsOf(bought), shopCatalogue, today),
  };
  const request = { history: [], anchors: [], today, checkStock: true, sizedArticleTypes: new Set<string>() };
  const typesWith = (rule: object, mostCandidates?: number) => {
    const rules = [{ name: 'r', condition: 'always' as const, ...rule }] as never;
    return selectOffers(prepareOffers({ ...ofShop, rules }, request, mostCandidates), null, 10).map(
      ({ item }) => shop[item]?.articleType,
    );
  };

  test.each([undefined, 20])('a cap on charms fills the list with chains (%s candidates)', (mostCandidates) => {
    const types = typesWith({ kind: 'cap', article_type: 'charm', most: 2 }, mostCandidates);
    expect(types.filter((type) => type === 'charm')).toHaveLength(2);
    expect(types).toHaveLength(10);
  });

  test('a cap is named when it is reached and more of its products could be offered', () => {
    const namedWith = (most: number, count: number) => {
      const cap = { name: 'few', kind: 'cap', article_type: 'charm', most, condition: 'always' };
      const candidates = prepareOffers({ ...ofShop, rules: [cap] as never }, request);
      return actedRules(candidates, selectOffers(candidates, null, count), candidates.firstStageScores);
    };
    expect(namedWith(2, 10)).toEqual(['few']);
    expect(namedWith(2, 2)).toEqual(['few']);
    expect(namedWith(2, 1)).toEqual([]);
    expect(namedWith(150, 200)).toEqual([]);
  });

  test('a boost of chains brings them into the list', () => {
    expect(typesWith({ kind: 'boost', article_type: 'chain', factor: 50 })).toEqual(Array(10).fill('chain'));
  });
});

test('an offer names the pin that placed it, and no pin whose place was taken', () => {
  const rules = [pin('1'), pin('5')].toSorted((one, other) => other.name.localeCompare(one.name));
  const request = { history: [], anchors: [], today, checkStock: true, sizedArticleTypes: new Set<string>() };
  const offers = selectOffers(prepareOffers({ ...snapshot, rules }, request), null, 3);
  const named = offers.map(({ item, rules: names }) => [items[item]?.sku, names]);
  expect(named).toContainEqual(['1', []]);
  expect(named).toContainEqual(['5', ['pin-5']]);
});

test('a boost that moved a product out of the list is named, and no boost of a product that would not have been in it', () => {
  const rules = [demotion('1', 'less-b'), demotion('3', 'less-a'), demotion('5', 'less-c')] as never;
  const request = { history: [], anchors: [], today, checkStock: true, sizedArticleTypes: new Set<string>() };
  const candidates = prepareOffers({ ...snapshot, rules }, request);
  const offers = selectOffers(candidates, null, 2);
  expect(offers.map(({ item }) => items[item]?.sku)).toEqual(['2', '4']);
  expect(actedRules(candidates, offers, candidates.firstStageScores)).toEqual(['less-a', 'less-b']);
});

test('a boost is not named because its product is better than a pinned one', () => {
  const rules = [demotion('3', 'less-3'), { ...pin('5'), rank: 2 }] as never;
  const request = { history: [], anchors: [], today, checkStock: true, sizedArticleTypes: new Set<string>() };
  const candidates = prepareOffers({ ...snapshot, rules }, request);
  const offers = selectOffers(candidates, null, 2);
  expect(offers.map(({ item }) => items[item]?.sku)).toEqual(['1', '5']);
  expect(actedRules(candidates, offers, candidates.firstStageScores)).toEqual(['pin-5']);
});
