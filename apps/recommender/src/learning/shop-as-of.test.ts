import { rowsOf, today } from '../../test/support/small-shops.ts';
import { createCatalogue } from '../ranking/rules/catalogue.ts';
import { candidatesOf, never, type RankerData, snapshotAsOf } from './shop-as-of.ts';

const item = (sku: string, retired = false) => {
  const fields = { sku, title: sku, webPrice: 10, articleType: 'chain', size: null, attributes: {} };
  return retired ? { ...fields, retired: true as const } : fields;
};
/** Item 0 always sold, item 1 is sold from today on, item 2 was last sold long ago, item 3 is retired now, item 4 was never sold. */
const rows = rowsOf([
  { customer: 0, item: 0, day: today - 700 },
  { customer: 0, item: 2, day: today - 400 },
  { customer: 0, item: 0, day: today - 1 },
  { customer: 0, item: 3, day: today - 1 },
  { customer: 1, item: 1, day: today },
]);
const catalogue = createCatalogue([item('0'), item('1'), item('2'), item('3', true), item('4')], 'v');
const offeredOn = (day: number, records?: Partial<RankerData['records']>) => {
  const none = new Int32Array(5).fill(never);
  const data = {
    catalogue,
    rows,
    ...(records && { records: { created: none, retired: none, soldOut: none, ...records } }),
  };
  const task = { kind: 'next_purchase', customer: 0, history: [], anchors: [], targets: [] } as const;
  return [...candidatesOf(snapshotAsOf(data, day), task, new Set()).items].sort();
};
const on = (item: number, day: number) => Int32Array.from({ length: 5 }, (_, index) => (index === item ? day : never));

it('a past day offers the products that were sold before it, including those retired now', () => {
  expect(offeredOn(today)).toEqual([0, 3]);
  expect(offeredOn(today + 1)).toEqual([0, 1, 3]);
});

it('a product without a sale is offered from the day after an import recorded it', () => {
  expect(offeredOn(today, { created: on(4, today) })).toEqual([0, 3]);
  expect(offeredOn(today + 1, { created: on(4, today) })).toEqual([0, 1, 3, 4]);
});

it('a product whose last sale is more than a year old is not offered, unless an import recorded it', () => {
  expect(offeredOn(today - 100)).toContain(2);
  expect(offeredOn(today)).not.toContain(2);
  expect(offeredOn(today, { created: on(2, today - 900) })).toContain(2);
});

it.each(['retired', 'soldOut'])('a product that an import recorded as %s before the day is not offered', (state) => {
  expect(offeredOn(today, { [state]: on(3, today) })).toContain(3);
  expect(offeredOn(today + 1, { [state]: on(3, today) })).not.toContain(3);
});
