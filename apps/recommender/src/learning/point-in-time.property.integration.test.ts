import { generateShop } from '@callside/demo-shop';
import fc from 'fast-check';
import { type Line, rowsOf, type SmallShop, smallShops, today } from '../../test/support/small-shops.ts';
import { createCatalogue } from '../ranking/rules/catalogue.ts';
import type { PurchaseRows } from '../ranking/rules/purchase-rows.ts';
import { planQueryDays } from './query-days.ts';
import { candidatesOf, type RankerData, snapshotAsOf } from './shop-as-of.ts';
import { rankerDataOfShop } from './shop-data.ts';
import { tasksByDay } from './tasks-by-day.ts';
import { defaultRankerSettings, type RankerSettings, trainRanker } from './train-ranker.ts';

// Nothing that happened on the day of a query or later may change the query, and nothing of the holdout may change the backtest.

const sizedArticleTypes = new Set(['ring']);

function dataOf({ items }: SmallShop, lines: readonly Line[]): RankerData {
  return { catalogue: createCatalogue(items, 'v'), rows: rowsOf(lines) };
}

/** The queries of a day: what is asked, the candidates and their features. Targets are what happened that day, so they are left out. */
function queriesOf(data: RankerData, day: number) {
  const [queries] = tasksByDay(data.rows, [day], { mostTasks: 1_000, seed: 1 });
  const snapshot = snapshotAsOf(data, day);
  return queries?.tasks.map((task) => {
    const { items, features } = candidatesOf(snapshot, task, sizedArticleTypes);
    return { ...task, customer: null, items, features };
  });
}

const shopsWithChanges = smallShops.chain((shop) => {
  const change = fc.record({
    customer: fc.integer({ min: 0, max: 9 }),
    item: fc.integer({ min: 0, max: Math.max(0, shop.items.length - 1) }),
    later: fc.integer({ min: 1, max: 300 }),
  });
  return fc.record({
    shop: fc.constant(shop),
    day: fc.integer({ min: today - 30, max: today - 1 }),
    added: fc.array(change, { maxLength: shop.items.length === 0 ? 0 : 30 }),
    isKept: fc.array(fc.boolean(), { minLength: 61, maxLength: 61 }),
  });
});

test('orders that are added, changed or deleted after a day do not change the queries of that day', () => {
  fc.assert(
    fc.property(shopsWithChanges, ({ shop, day, added, isKept }) => {
      const kept = shop.lines.filter((line, index) => line.day <= day || isKept[index]);
      const later = added.map(({ customer, item, later }) => ({ customer, item, day: day + later }));
      expect(queriesOf(dataOf(shop, [...kept, ...later]), day)).toEqual(queriesOf(dataOf(shop, shop.lines), day));
    }),
    { numRuns: 150 },
  );
});

test('other orders of the day itself do not change the features of a query', () => {
  fc.assert(
    fc.property(shopsWithChanges, ({ shop, day, added }) => {
      const others = added.map(({ customer, item }) => ({ customer: 20 + customer, item, day }));
      const query = {
        kind: 'next_purchase',
        customer: 0,
        history: [{ item: 0, type: null, day: day - 1 }],
        anchors: [],
        targets: [],
      } as const;
      if (shop.items.length === 0) return;
      const [one, other] = [shop.lines, [...shop.lines, ...others]].map(
        (lines) => candidatesOf(snapshotAsOf(dataOf(shop, lines), day), query, sizedArticleTypes).features,
      );
      expect(one).toEqual(other);
    }),
    { numRuns: 60 },
  );
});

const generated = rankerDataOfShop(generateShop({ seed: 7, today, products: 120, customers: 300 }));
const settings: RankerSettings = {
  ...defaultRankerSettings,
  mostTasks: 60,
  boosting: { ...defaultRankerSettings.boosting, trees: 4, leaves: 4, minRowsInLeaf: 20, maxBins: 8 },
  seed: 1,
  sizedArticleTypes,
};

test('other orders in the holdout change the model in service but not the backtest', async () => {
  const { holdoutFrom } = planQueryDays(generated.rows);
  const itemCount = generated.catalogue.items.length;
  const { ensemble, backtest } = await trainRanker(generated, settings);
  for (const changed of [
    changedFrom(generated.rows, holdoutFrom, itemCount),
    thinnedFrom(generated.rows, holdoutFrom),
  ]) {
    const other = await trainRanker({ ...generated, rows: changed }, settings);
    expect(other.backtest).toEqual(backtest);
    expect(other.ensemble).not.toEqual(ensemble);
  }
  // The test trains three times, on a machine that may be busy.
});

/** All customers buy other products from that day on. */
function changedFrom(rows: PurchaseRows, from: number, itemCount: number): PurchaseRows {
  return {
    ...rows,
    items: rows.items.map((item, row) => ((rows.days[row] as number) < from ? item : (item * 7 + 3) % itemCount)),
  };
}

/** Removes two thirds of the orders from that day on. Those of the last day are kept, because they set the end of the orders. */
function thinnedFrom({ customers, items, days }: PurchaseRows, from: number): PurchaseRows {
  const last = days.reduce((latest, day) => Math.max(latest, day));
  const isKept = (_: number, row: number) => (days[row] as number) < from || days[row] === last || row % 3 === 0;
  return { customers: customers.filter(isKept), items: items.filter(isKept), days: days.filter(isKept) };
}
