import { bought, type Line, rowsOf, today } from '../../../test/support/small-shops.ts';
import type { RequestContext } from './candidate-set.ts';
import { createCatalogue } from './catalogue.ts';
import type { HistoryLine } from './history.ts';
import { prepareOffers, selectOffers } from './offers.ts';
import { buildPurchaseIndex } from './purchase-index/purchase-index.ts';

const types = ['chain', 'charm', 'pendant'];
const items = Array.from({ length: 40 }, (_, index) => ({
  sku: String(100 + index),
  title: `Product ${index}`,
  webPrice: 10 + index,
  articleType: types[index % 3] as string,
  size: null,
  attributes: { metal: ['gold', 'silver', 'steel', 'brass'][index % 4] as string },
}));
const catalogue = createCatalogue(items, 'v');

const owned = (daysAgo: number, ...list: number[]): HistoryLine[] =>
  list.map((item) => ({ item, type: null, day: today - daysAgo }));

/** All reasons of the ten best offers, by item. */
function reasonsIn(lines: Line[], request: Partial<RequestContext> = {}): Map<number, readonly string[]> {
  const snapshot = {
    catalogue,
    inStock: new Uint8Array(items.length).fill(1),
    purchases: buildPurchaseIndex(rowsOf(lines), catalogue, today),
  };
  const asked = {
    history: [],
    anchors: [],
    today,
    checkStock: false,
    sizedArticleTypes: new Set<string>(),
    ...request,
  };
  const offers = selectOffers(prepareOffers(snapshot, asked), null, 40);
  return new Map(offers.map(({ item, reasons }) => [item, reasons]));
}

const codesIn = (reasons: Map<number, readonly string[]>) =>
  new Set([...reasons.values()].flat().map((reason) => reason.split(':')[0]));

test('a product that the customer has is not in the style of itself, only in that of another one', () => {
  expect(reasonsIn([], { history: owned(10, 0) }).get(0)).toEqual(['own_repeat']);
  expect(reasonsIn([], { history: owned(10, 0) }).get(4)).toEqual(['same_style']);
  expect(reasonsIn([], { history: owned(10, 0, 4) }).get(0)).toEqual(['own_repeat', 'same_style']);
});

test('a shop without orders gives no reason about other customers', () => {
  expect([...codesIn(reasonsIn([]))]).toEqual([]);
  expect([...codesIn(reasonsIn([], { anchors: [0] }))]).toEqual(['same_style']);
  expect([...codesIn(reasonsIn([], { history: owned(10, 0) }))].sort()).toEqual(['own_repeat', 'same_style']);
});

describe('in a shop where only the caller has bought', () => {
  const lines = [...bought(1, 40, 3, 5), ...bought(1, 10, 8)];
  const history = [...owned(40, 3, 5), ...owned(10, 8)];

  test('no reason is about other customers', () => {
    expect([...codesIn(reasonsIn(lines, { history }))].sort()).toEqual(['own_repeat', 'same_style']);
    expect([...codesIn(reasonsIn(lines, { history, anchors: [3] }))].sort()).toEqual(['own_repeat', 'same_style']);
  });
});

describe('popular_now', () => {
  test('needs two customers who bought in the last 30 days', () => {
    const lines = [...bought(1, 30, 4, 5), ...bought(2, 29, 4), ...bought(3, 31, 5), ...bought(4, 31, 5)];
    const reasons = reasonsIn(lines);
    expect(reasons.get(4)).toContain('popular_now');
    expect(reasons.get(5)).not.toContain('popular_now');
    expect(reasons.get(5)).toContain('popular');
  });

  test('does not count one customer who buys every week', () => {
    const lines = [...bought(1, 20, 4), ...bought(1, 10, 4), ...bought(1, 3, 4)];
    expect([...codesIn(reasonsIn(lines))]).toEqual([]);
  });
});

describe('a product that goes with another', () => {
  const pair = (customers: number) =>
    Array.from({ length: customers }, (_, customer) => bought(customer, 40 + customer, 3, 4)).flat();

  test('is often bought with it only when two other customers bought both', () => {
    expect(
      reasonsIn(pair(1), { anchors: [3] })
        .get(4)
        ?.join(),
    ).not.toMatch(/bought_with/);
    expect(reasonsIn(pair(2), { anchors: [3] }).get(4)).toContain('often_bought_with:103');
  });

  test('completes the history, and the reason names the product of the history', () => {
    const others = pair(2);
    const reasons = reasonsIn(others, { history: owned(5, 3) }).get(4);
    expect(reasons?.some((reason) => /^(completes|goes_with)_history:103$/.test(reason))).toBe(true);
    expect(reasons?.join()).not.toMatch(/_history(,|$)/);
  });
});

test('a reason names none of the anchors beyond the twenty that are used', () => {
  const anchors = Array.from({ length: 25 }, (_, index) => index);
  const lines = [1, 2, 3].flatMap((customer) => [...bought(customer, 40, 24, 30), ...bought(customer, 20, 5, 31)]);
  const reasons = reasonsIn(lines, { anchors });
  const named = [...reasons.values()].flat().flatMap((reason) => reason.split(':')[1] ?? []);
  expect(named).toContain('105');
  expect(named).not.toContain('124');
});

test('similar customers are other customers, at least two', () => {
  const history = owned(50, 3, 5);
  const caller = bought(1, 50, 3, 5);
  const alike = (customer: number) => [...bought(customer, 45, 3, 5), ...bought(customer, 44, 9)];
  expect(
    reasonsIn([...caller, ...alike(2)], { history })
      .get(9)
      ?.join(),
  ).not.toMatch(/customers_like_you/);
  expect(reasonsIn([...caller, ...alike(2), ...alike(3)], { history }).get(9)).toContain('customers_like_you');
});
