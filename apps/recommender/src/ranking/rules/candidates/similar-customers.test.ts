import { bought, chains, snapshotOf, today } from '../../../../test/support/small-shops.ts';
import { prepareOffers } from '../offers.ts';

const items = chains(10);

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
