import fc from 'fast-check';
import { type Line, rowsOf, smallShops, today } from '../../../../test/support/small-shops.ts';
import { customerLinesOf, linesByItem } from './customer-lines.ts';
import { type ItemSimilarities, itemSimilaritiesOf, similarityOf } from './item-similarities.ts';
import { itemStatisticsOf } from './item-statistics.ts';

function neighboursIn(lines: readonly Line[], itemCount: number) {
  const customerLines = customerLinesOf(rowsOf(lines), today);
  const statistics = itemStatisticsOf(customerLines, itemCount, today);
  return itemSimilaritiesOf(customerLines, linesByItem(customerLines, itemCount), statistics);
}

/** The neighbours of an item, best first. */
const of = ({ starts, items, weights }: ItemSimilarities, item: number) => {
  const pairs = Array.from(items.subarray(starts[item], starts[item + 1]), (neighbour, index) => ({
    neighbour,
    weight: weights[(starts[item] as number) + index] as number,
  }));
  pairs.sort((one, other) => other.weight - one.weight || one.neighbour - other.neighbour);
  return { items: pairs.map(({ neighbour }) => neighbour), weights: pairs.map(({ weight }) => weight) };
};

/** Items that a customer of the item also bought, on days with the given relation to the days of the item. */
function related(lines: readonly Line[], item: number, areRelated: (daysLater: number) => boolean): number[] {
  const past = lines.filter(({ day }) => day < today);
  const found = past
    .filter((line) => line.item === item)
    .flatMap((line) =>
      past.filter(
        (other) => other.customer === line.customer && other.item !== item && areRelated(other.day - line.day),
      ),
    );
  return [...new Set(found.map((line) => line.item))].sort((one, other) => one - other);
}

test('neighbours are items that the same customers bought: on the same day, on any day, on a later day', () => {
  fc.assert(
    fc.property(smallShops, ({ items, lines }) => {
      const { together, alsoBought, boughtNext } = neighboursIn(lines, items.length);
      const sorted = (neighbours: ItemSimilarities, item: number) =>
        of(neighbours, item).items.sort((one, other) => one - other);
      for (const [item] of items.entries()) {
        expect(sorted(together, item)).toEqual(related(lines, item, (later) => later === 0));
        expect(sorted(alsoBought, item)).toEqual(related(lines, item, () => true));
        expect(sorted(boughtNext, item)).toEqual(related(lines, item, (later) => later > 0));
      }
    }),
  );
});

test('neighbours have positive weights that can be looked up', () => {
  fc.assert(
    fc.property(smallShops, ({ items, lines }) => {
      for (const neighbours of Object.values(neighboursIn(lines, items.length))) {
        for (const [item] of items.entries()) {
          const { items: found, weights } = of(neighbours, item);
          for (const weight of weights) {
            expect(weight).toBeGreaterThan(0);
            expect(Number.isFinite(weight)).toBe(true);
          }
          for (const [other] of items.entries()) {
            expect(similarityOf(neighbours, item, other)).toBe(weights[found.indexOf(other)] ?? 0);
          }
        }
      }
    }),
  );
});

const bought = (customer: number, day: number, ...items: number[]): Line[] =>
  items.map((item) => ({ customer, day: today - 100 + day, item }));

test('items that more customers bought together have a greater weight', () => {
  const { together } = neighboursIn(
    [...bought(0, 1, 0, 1), ...bought(1, 1, 0, 1), ...bought(2, 1, 0, 2), ...bought(3, 1, 2)],
    3,
  );
  expect(of(together, 0).items).toEqual([1, 2]);
});

test('a pair counts once for each customer, by their nearest purchases of the two', () => {
  const weightOf = (lines: Line[]) => of(neighboursIn(lines, 3).alsoBought, 0).weights[0] as number;
  // Another item is bought as often, so that both items are equally popular in both cases.
  const often = bought(0, 1, 0, 1).concat(bought(0, 8, 0, 1), bought(0, 15, 0, 1));
  const once = bought(0, 1, 0, 1).concat(bought(1, 8, 0), bought(2, 15, 0), bought(3, 8, 1), bought(4, 15, 1));
  expect(weightOf(often)).toBeCloseTo(weightOf(once), 6);
});

test('the less popular of two items that are bought with an item equally often has the greater weight', () => {
  const others = Array.from({ length: 30 }, (_, index) => bought(10 + index, 5, 2)).flat();
  const { alsoBought } = neighboursIn([...bought(0, 1, 0, 1), ...bought(1, 1, 0, 2), ...others], 3);
  expect(of(alsoBought, 0).items).toEqual([1, 2]);
});

test('the neighbours with the greatest weights are kept when there are many', () => {
  // Item n is bought with item 0 by n customers, and as often without it, so that all are equally popular.
  const most = 90;
  const lines = Array.from({ length: most }, (_, index) => index + 1).flatMap((item) =>
    Array.from({ length: most }, (_, customer) =>
      bought(item * 100 + customer, 1, ...(customer < item ? [0, item] : [item])),
    ).flat(),
  );
  const { together } = neighboursIn(lines, most + 1);
  expect(of(together, 0).items).toEqual(Array.from({ length: 80 }, (_, place) => most - place));
});

test('an item that was bought sooner after the other one has a greater weight', () => {
  const { boughtNext } = neighboursIn([...bought(0, 0, 0), ...bought(0, 90, 1), ...bought(0, 5, 2)], 3);
  expect(of(boughtNext, 0).items).toEqual([2, 1]);
  expect(of(boughtNext, 1).items).toEqual([]);
});

test('a pair in a large basket counts less than a pair in a small one', () => {
  const { together } = neighboursIn([...bought(0, 0, 0, 1, 3, 4, 5, 6, 7, 8), ...bought(1, 0, 0, 2)], 9);
  expect(of(together, 0).items[0]).toBe(2);
});

test('a customer who bought every item does not make all items neighbours of each other', () => {
  const reseller = bought(0, 0, ...Array.from({ length: 600 }, (_, item) => item));
  for (const neighbours of Object.values(neighboursIn(reseller, 600))) {
    expect(neighbours.items.length).toBeLessThan(600 * 150);
  }
});
