import { rowsOf, today } from '../../../test/support/small-shops.ts';
import { logOddsOfScores } from './acceptance.ts';
import { createCatalogue } from './catalogue.ts';
import { noMeaning } from './model-meaning.ts';
import { prepareOffers, selectOffers } from './offers.ts';
import { buildPurchaseIndex } from './purchase-index/purchase-index.ts';

const items = Array.from({ length: 12 }, (_, index) => ({
  sku: String(index),
  title: `Product ${index}`,
  webPrice: 10,
  articleType: `type ${index % 4}`,
  size: null,
  attributes: {},
}));
const catalogue = createCatalogue(items, 'v');
const lines = items.map((_, item) => ({ customer: item, item, day: today - 5 }));
const snapshot = {
  catalogue,
  inStock: new Uint8Array(items.length).fill(1),
  purchases: buildPurchaseIndex(rowsOf(lines), catalogue, today),
};
const request = { history: [], anchors: [], today, checkStock: true, sizedArticleTypes: new Set<string>() };

/** The true odds of each product fall by a tenth from one to the next. */
const oddsOf = (item: number) => 0.9 ** item;

/** Two trainings that know the same, with scores on different scales; the calibration of each finds the odds again. */
const trainings = [
  ['scores that are log-odds', 1, 0],
  ['scores that are 8 times as far apart', 8, 3],
  ['scores that are 20 times as close', 0.05, -1],
] as const;

function listWith(factor: number | null, scale: number, shift: number): string[] {
  const boost = { name: 'double', kind: 'boost', sku: '9', factor, condition: 'always' };
  const candidates = prepareOffers({ ...snapshot, rules: (factor === null ? [] : [boost]) as never }, request);
  const raw = Float32Array.from(candidates.items, (item) => scale * Math.log(oddsOf(item)) + shift);
  const line = { slope: 1 / scale, intercept: -shift / scale };
  const calibration = { next_purchase: line, anchors: null };
  const scores = logOddsOfScores(raw, candidates.features, { calibration, acceptance: null });
  return selectOffers(candidates, { scores, meaning: noMeaning }, 12).map(({ item }) => items[item]?.sku as string);
}

test.each(trainings)('the factor 2 doubles the odds of a product, with %s', (_, scale, shift) => {
  const after = listWith(2, scale, shift);
  // Of the products behind the first three, those with less than twice its odds are passed: 0.9^9 * 2 = 0.9^2.4.
  expect(after.indexOf('9')).toBe(listWith(null, scale, shift).filter((sku) => Number(sku) < 2.4).length);
});

test.each(trainings)('three ideas are chosen by odds, with %s', (_, scale, shift) => {
  // 0.9^4 is more than 60 % of the best, 0.9^5 is less.
  expect(listWith(null, scale, shift)).toEqual(listWith(null, 1, 0));
  expect(listWith(3, scale, shift)).toEqual(listWith(3, 1, 0));
});
