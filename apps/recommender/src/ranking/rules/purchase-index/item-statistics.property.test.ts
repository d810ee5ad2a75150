import fc from 'fast-check';
import { type Line, rowsOf, smallShops, today } from '../../../../test/support/small-shops.ts';
import { customerLinesOf } from './customer-lines.ts';
import { type ItemStatistics, itemStatisticsOf } from './item-statistics.ts';

const statisticsOf = (lines: readonly Line[], itemCount: number) =>
  itemStatisticsOf(customerLinesOf(rowsOf(lines), today), itemCount, today);

/** For each customer who bought the item before today: the days, in order. */
function daysByBuyer(lines: readonly Line[], item: number): number[][] {
  const bought = lines.filter((line) => line.item === item && line.day < today);
  return [...new Set(bought.map(({ customer }) => customer))].map((customer) => {
    const days = bought.filter((line) => line.customer === customer).map(({ day }) => day);
    return [...new Set(days)].sort((one, other) => one - other);
  });
}

const gapsOf = (days: readonly number[]) => days.slice(1).map((day, index) => day - (days[index] as number));

test('the numbers of each item equal those of a simple count', () => {
  fc.assert(
    fc.property(smallShops, ({ items, lines }) => {
      const statistics = statisticsOf(lines, items.length);
      for (const [item] of items.entries()) {
        const buyers = daysByBuyer(lines, item);
        const days = buyers.flat();
        expect(statistics.buyers[item]).toBe(buyers.length);
        expect(statistics.logBuyers[item]).toBeCloseTo(Math.log(1 + buyers.length));
        expect(statistics.purchases[item]).toBe(days.length);
        expect(statistics.repeaters[item]).toBe(buyers.filter((own) => own.length > 1).length);
        for (const [name, halfLife] of [
          ['week', 7],
          ['month', 30],
          ['season', 120],
        ] as const) {
          const trend = days.reduce((sum, day) => sum + 0.5 ** ((today - day) / halfLife), 0);
          expect(statistics.trend[name][item]).toBeCloseTo(trend, 4);
        }
        if (days.length === 0) continue;
        expect(statistics.firstDays[item]).toBe(Math.min(...days));
        expect(statistics.lastDays[item]).toBe(Math.max(...days));
      }
    }),
  );
});

test('gaps are the days between two purchases of one item by one customer', () => {
  fc.assert(
    fc.property(smallShops, ({ items, lines }) => {
      const { gapDays, repeatShare } = statisticsOf(lines, items.length);
      const byItem = items.map((_, item) => daysByBuyer(lines, item).flatMap(gapsOf));
      const all = byItem.flat().sort((one, other) => one - other);
      const purchases = items.flatMap((_, item) => daysByBuyer(lines, item).flat()).length;
      expect(repeatShare).toBeCloseTo(purchases === 0 ? 0 : all.length / purchases);
      for (const [item, gaps] of byItem.entries()) {
        // Somewhere between the item's own gaps and the shop's.
        const known = [...gaps, all[all.length >> 1] ?? 90];
        expect(gapDays[item]).toBeGreaterThanOrEqual(Math.fround(Math.min(...known) * 0.999));
        expect(gapDays[item]).toBeLessThanOrEqual(Math.fround(Math.max(...known) * 1.001));
      }
    }),
  );
});

test('each order lists every item once, the most bought first, and the smaller index first among equals', () => {
  const isSorted = (order: Int32Array, ...columns: (Int32Array | Float32Array)[]) =>
    order.every((item, place) => {
      const next = order[place + 1];
      if (next === undefined) return true;
      const decisive = columns.find((column) => column[item] !== column[next]);
      return decisive === undefined ? item < next : (decisive[item] as number) > (decisive[next] as number);
    });
  fc.assert(
    fc.property(smallShops, ({ items, lines }) => {
      const { popularOrder, recentOrder, buyers, trend } = statisticsOf(lines, items.length);
      for (const order of [popularOrder, recentOrder]) {
        expect([...order].sort((one, other) => one - other)).toEqual(items.map((_, item) => item));
      }
      expect(isSorted(popularOrder, buyers, trend.season)).toBe(true);
      expect(isSorted(recentOrder, trend.month, buyers)).toBe(true);
    }),
  );
});

test('everything is finite, for any purchases and without any', () => {
  const holdsFinite = ({ trend, ...others }: ItemStatistics) =>
    [...Object.values(others), ...Object.values(trend)].every((value) =>
      typeof value === 'number' ? Number.isFinite(value) : [...value].every(Number.isFinite),
    );
  fc.assert(
    fc.property(smallShops, ({ items, lines }) => {
      expect(holdsFinite(statisticsOf(lines, items.length))).toBe(true);
      expect(holdsFinite(statisticsOf([], items.length))).toBe(true);
    }),
  );
});
