import { bought, snapshotOf, today } from '../../../test/support/small-shops.ts';
import { matchHistory } from './history.ts';
import type { RankingSnapshot } from './ranking-snapshot.ts';
import { type Asking, type Resting, restsOf } from './rests.ts';

const [watch, otherWatch, milk] = [0, 1, 2];

/** Customers buy a watch again after 200 days, and milk after 7. */
function aShop(): RankingSnapshot {
  const product = { webPrice: 10, size: null, attributes: {} };
  const items = [
    { ...product, sku: '10', title: 'Watch', articleType: 'Watch' },
    { ...product, sku: '17', title: 'Other watch', articleType: 'Watch' },
    { ...product, sku: '24', title: 'Milk', articleType: 'Milk' },
  ];
  const lines = [0, 1, 2].flatMap((customer) => [
    ...bought(customer, 500, watch),
    ...bought(customer, 300, otherWatch),
    ...bought(customer, 30, milk),
    ...bought(customer, 23, milk),
  ]);
  return snapshotOf({ items, lines, inStock: [true, true, true] });
}

const shop = aShop();
const settings: Resting = { justBoughtDays: 3, restDays: 30, declined: [], returned: [] };
const nothing: Asking = { history: [], anchors: [], today };

const line = (item: number, daysAgo: number) => ({ item, type: null, day: today - daysAgo });
const decline = (item: number, daysAgo: number, { call = `call ${daysAgo}`, hasIt = false } = {}) => ({
  item,
  day: today - daysAgo,
  call,
  hasIt,
});

function rests(asking: Partial<Asking>): unknown[] {
  return [...restsOf(shop, { ...nothing, ...asking })].map(([item, reasons]) => [
    item,
    ...reasons.map(({ code, since }) => (since === null ? code : `${code} ${today - since} days ago`)),
  ]);
}

test('the anchors rest, also where nothing else does', () => {
  expect(rests({ anchors: [milk] })).toEqual([[milk, 'anchor']]);
  expect(rests({ anchors: [milk], history: [line(milk, 0)], resting: settings })).toEqual([
    [milk, 'anchor', 'just_bought 0 days ago'],
  ]);
});

it.each<[string, number, number, number, boolean]>([
  ['today', milk, 0, 3, true],
  ['with the date of tomorrow elsewhere', milk, -1, 3, true],
  ['3 days ago', milk, 3, 3, true],
  ['4 days ago', milk, 4, 3, false],
  ['in a distant year', milk, -400, 3, false],
  ['today, with the rule off', milk, 0, 0, false],
  ['200 days ago, of a durable type', watch, 200, 3, true],
  ['201 days ago, of a durable type', watch, 201, 3, false],
  ['200 days ago, of a durable type, with the rule off', watch, 200, 0, false],
])('a product that was bought %s', (_, item, daysAgo, justBoughtDays, isResting) => {
  const resting = { ...settings, justBoughtDays };
  const expected = isResting ? [[item, `just_bought ${daysAgo} days ago`]] : [];
  expect(rests({ history: [line(item, daysAgo)], resting })).toEqual(expected);
});

test('the latest purchase counts, and other products of a durable type may be offered', () => {
  const history = [line(watch, 150), line(watch, 20), line(watch, 90), { item: null, type: null, day: today }];
  expect(rests({ history, resting: settings })).toEqual([[watch, 'just_bought 20 days ago']]);
});

test('of a title that several products have, each rests when one of them was just bought', () => {
  const titles = ['Halo - Gold', 'Halo - Gold', 'Other', 'Halo - Silver', 'Halo - Silver'];
  const items = titles.map((title, at) => {
    const attributes = { metal: title.split(' - ')[1] ?? '' };
    return { sku: String(at), title, webPrice: 10 + at, articleType: 'Ring', size: 6 + at, attributes };
  });
  const ofRings = snapshotOf({ items, lines: [], inStock: titles.map(() => true) });
  const boughtOn = (order_date: string) => {
    const history = matchHistory(ofRings.catalogue, [{ product_title: 'halo - gold', order_date }]);
    return [...restsOf(ofRings, { ...nothing, history, resting: settings })];
  };
  const rest = [{ code: 'just_bought', since: today - 3 }];
  expect(boughtOn('2026-08-29')).toEqual([
    [0, rest],
    [1, rest],
  ]);
  expect(boughtOn('2026-08-28')).toEqual([]);
});

it.each<[string, Resting['declined'], number, number | null]>([
  ['30 days', [decline(milk, 30)], 30, 30],
  ['31 days', [decline(milk, 31)], 30, null],
  ['60 days, the second time', [decline(milk, 60), decline(milk, 300)], 30, 60],
  ['61 days, the second time', [decline(milk, 61), decline(milk, 300)], 30, null],
  ['31 days, twice in one call', [decline(milk, 31, { call: 'a' }), decline(milk, 31, { call: 'a' })], 30, null],
  ['a day, where nothing rests', [decline(milk, 1), decline(milk, 2)], 0, null],
  ['8 days, by one who has milk', [decline(milk, 8, { hasIt: true })], 30, null],
  ['7 days, by one who has milk', [decline(milk, 7, { hasIt: true })], 30, 7],
  ['200 days, by one who has the watch', [decline(watch, 200, { hasIt: true })], 30, 200],
  ['201 days, by one who has the watch', [decline(watch, 201, { hasIt: true })], 30, null],
])('what was declined for %s', (_, declined, restDays, daysAgo) => {
  const resting = { ...settings, restDays, declined };
  expect(rests({ resting })).toEqual(daysAgo === null ? [] : [[declined[0]?.item, `declined ${daysAgo} days ago`]]);
});

it.each([
  [365, true],
  [366, false],
])('what was returned %i days ago', (daysAgo, isResting) => {
  const resting = { ...settings, returned: [{ item: milk, day: today - daysAgo }] };
  expect(rests({ resting })).toEqual(isResting ? [[milk, `returned ${daysAgo} days ago`]] : []);
});
