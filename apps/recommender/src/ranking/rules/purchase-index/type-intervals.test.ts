import fc from 'fast-check';
import { keyOf, smallShops, snapshotOf, today } from '../../../../test/support/small-shops.ts';

/** The same by definition: for each type the median over customers of their mean interval. */
function medianInterval(days: readonly (readonly number[])[]): number {
  const means = days
    .map((own) => [...new Set(own)].sort((one, other) => one - other))
    .filter(({ length }) => length > 1)
    .map((own) => ((own.at(-1) as number) - (own[0] as number)) / (own.length - 1))
    .sort((one, other) => one - other);
  if (means.length === 0) return Number.NaN;
  const middle = (means.length - 1) / 2;
  return ((means[Math.floor(middle)] as number) + (means[Math.ceil(middle)] as number)) / 2;
}

test('the interval of a type is the median over its customers of the mean days between their purchases', () => {
  fc.assert(
    fc.property(smallShops, (shop) => {
      const { catalogue, purchases } = snapshotOf(shop);
      const customers = [...new Set(shop.lines.map(({ customer }) => customer))];
      const expected = catalogue.columns.typeKeys.map((key) =>
        medianInterval(
          customers.map((customer) =>
            shop.lines
              .filter((line) => line.customer === customer && line.day < today)
              .filter(({ item }) => keyOf(shop.items[item]?.articleType ?? '') === key)
              .map(({ day }) => day),
          ),
        ),
      );
      expect([...purchases.typeIntervals]).toEqual(expected);
    }),
    { numRuns: 200 },
  );
});
