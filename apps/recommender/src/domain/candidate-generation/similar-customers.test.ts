import { type Line, snapshotOf, today } from '../../../test/support/small-shops.ts';
import { prepareOffers } from '../offers.ts';

const items = Array.from({ length: 10 }, (_, index) => ({
  sku: String(index),
  title: `Product ${index}`,
  webPrice: 10,
  articleType: 'chain',
  size: null,
  attributes: {},
}));
const bought = (customer: number, daysAgo: number, ...list: number[]): Line[] =>
  list.map((item) => ({ customer, item, day: today - daysAgo }));

test('the caller is not among the similar customers', () => {
  const lines = [...bought(0, 40, 1, 2), ...bought(0, 20, 3), ...bought(1, 30, 1, 2, 4), ...bought(2, 9, 7)];
  const snapshot = snapshotOf({ items, lines, inStock: items.map(() => true) });
  const history = [
    { item: 1, type: null, day: today - 40 },
    { item: 2, type: null, day: today - 40 },
    { item: 3, type: null, day: today - 20 },
  ];
  const { similar } = prepareOffers(snapshot, {
    history,
    anchors: [],
    today,
    checkStock: false,
    sizedArticleTypes: new Set(),
  });
  expect([...similar.numbers]).toEqual([1]);
});
