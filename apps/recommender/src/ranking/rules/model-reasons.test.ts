import { TreeScorer } from '@callside/boosting/scorer';
import { stump } from '../../../test/support/small-models.ts';
import { bought, rowsOf, today } from '../../../test/support/small-shops.ts';
import { createCatalogue } from './catalogue.ts';
import { featureNames } from './feature-registry.ts';
import { noMeaning } from './model-meaning.ts';
import { scoreCandidates } from './model-reasons.ts';
import type { Offer } from './offer.ts';
import { prepareOffers, selectOffers } from './offers.ts';
import { buildPurchaseIndex } from './purchase-index/purchase-index.ts';

const items = Array.from({ length: 30 }, (_, index) => ({
  sku: String(100 + index),
  title: `Product ${index}`,
  webPrice: 10 + index,
  articleType: ['chain', 'charm', 'pendant'][index % 3] as string,
  size: null,
  attributes: { metal: ['gold', 'silver'][index % 2] as string },
}));
const catalogue = createCatalogue(items, 'v');

/** Products 3 and 4 are bought together; product 7 sells most, and lately; the customer owns 3 and 9. */
const lines = [
  ...[1, 2, 3].flatMap((customer) => bought(customer, 40 + customer, 3, 4)),
  ...[4, 5, 6, 7, 8].flatMap((customer) => bought(customer, 10, 7, 10 + customer)),
  ...bought(9, 20, 3, 9),
];
const snapshot = {
  catalogue,
  inStock: new Uint8Array(items.length).fill(1),
  purchases: buildPurchaseIndex(rowsOf(lines), catalogue, today),
};
const history = [3, 9].map((item) => ({ item, type: null, day: today - 20 }));
const request = { history, anchors: [3], today, checkStock: false, sizedArticleTypes: new Set<string>() };
const candidates = prepareOffers(snapshot, request);

/** A model whose trees each add to the score of the candidates whose feature is greater than one half of its unit. */
function offersBy(...trees: { feature: string; adds: number }[]): Map<number, Offer> {
  const ensemble = {
    featureCount: featureNames.length,
    baseScore: 0,
    trees: trees.map(({ feature, adds }) => stump(0, adds, featureNames.indexOf(feature))),
  };
  const scores = new Float32Array(candidates.items.length);
  const { comparison } = scoreCandidates(new TreeScorer(ensemble), candidates.features, 'all');
  const offers = selectOffers(candidates, { scores, meaning: { ...noMeaning, comparison } }, 30);
  return new Map(offers.map((offer) => [offer.item, offer]));
}

test('an offer whose score comes from one signal names that signal first, and only it', () => {
  expect(offersBy({ feature: 'own_times', adds: 3 }).get(9)?.reasons).toEqual(['own_repeat']);
  expect(offersBy({ feature: 'often_bought_with_score', adds: 3 }).get(4)?.reasons).toEqual(['often_bought_with:103']);
  expect(offersBy({ feature: 'popular_now_score', adds: 3 }).get(7)?.reasons).toEqual(['popular_now']);
});

test('the contribution of the first-stage place is divided among the signals of the offer by their weights', () => {
  // Product 4 is listed by several signals; those of the anchors have the greatest weights in a request with anchors.
  const reasons = offersBy({ feature: 'pre_rank_score', adds: 3 }).get(4)?.reasons;
  expect(reasons?.[0]).toBe('often_bought_with:103');
  expect(reasons?.length).toBeGreaterThan(1);
});

test('the greatest contribution is named first', () => {
  const [together, own] = ['often_bought_with_score', 'completes_history_score'];
  const first = (one: number, other: number) =>
    offersBy({ feature: together as string, adds: one }, { feature: own as string, adds: other }).get(4)?.reasons;
  expect(first(3, 2)).toEqual(['often_bought_with:103', 'completes_history:103']);
  expect(first(2, 3)).toEqual(['completes_history:103', 'often_bought_with:103']);
});

test('a contribution that lowers a score or is very small gives no reason', () => {
  expect(offersBy({ feature: 'own_times', adds: -3 }).get(9)?.reasons).toEqual([]);
  const together = { feature: 'often_bought_with_score', adds: 3 };
  expect(offersBy(together, { feature: 'completes_history_score', adds: 0.1 }).get(4)?.reasons).toEqual([
    'often_bought_with:103',
  ]);
});

test('a signal without evidence gives no reason, however large its contribution is', () => {
  // Product 20 is listed as popular, but nobody bought it.
  const offer = offersBy({ feature: 'popular_place', adds: 3 }).get(20);
  expect(offer).toBeDefined();
  expect(offer?.reasons).toEqual([]);
});

test('without a readable model, the signals that ranked the offer give the reasons', () => {
  const scores = new Float32Array(candidates.items.length);
  const plain = selectOffers(candidates, { scores, meaning: noMeaning }, 30).find(({ item }) => item === 4);
  expect(plain?.reasons[0]).toBe('often_bought_with:103');
});

test('a probability follows what callers accept, and there is none without a model', () => {
  const meaning = { ...noMeaning, acceptance: { weights: {}, slope: 0.5, intercept: -1 } };
  const scores = Float32Array.from(candidates.items, (_, row) => 1 - row / 10);
  for (const { score, purchaseProbability } of selectOffers(candidates, { scores, meaning }, 10)) {
    expect(purchaseProbability).toBeCloseTo(1 / (1 + Math.exp(1 - 0.5 * score)), 6);
  }
  expect(selectOffers(candidates, null, 10).every((offer) => offer.purchaseProbability === null)).toBe(true);
});
