import fc from 'fast-check';
import { rowsOf, smallShops, today } from '../../../../test/support/small-shops.ts';
import { createCatalogue } from '../catalogue.ts';
import { buildPurchaseIndex } from './purchase-index.ts';

test('purchases of today or later, the order of rows and duplicates make no difference', () => {
  const shops = smallShops.chain((shop) =>
    fc.record({
      shop: fc.constant(shop),
      mixed: fc.shuffledSubarray(
        [...shop.lines, ...shop.lines].filter(({ day }) => day < today),
        { minLength: 2 * shop.lines.filter(({ day }) => day < today).length },
      ),
    }),
  );
  fc.assert(
    fc.property(shops, ({ shop: { items, lines }, mixed }) => {
      const catalogue = createCatalogue(items, 'v');
      const index = buildPurchaseIndex(rowsOf(lines), catalogue, today);
      expect(buildPurchaseIndex(rowsOf(mixed), catalogue, today)).toEqual(index);
    }),
    { numRuns: 60 },
  );
});

test('an index that was passed between threads is unchanged', () => {
  fc.assert(
    fc.property(smallShops, ({ items, lines }) => {
      const index = buildPurchaseIndex(rowsOf(lines), createCatalogue(items, 'v'), today);
      expect(structuredClone(index)).toEqual(index);
    }),
    { numRuns: 20 },
  );
});

test('an index without orders has no purchases, and an index without products is empty', () => {
  fc.assert(
    fc.property(smallShops, ({ items }) => {
      const index = buildPurchaseIndex(rowsOf([]), createCatalogue(items, 'v'), today);
      expect(index.lines.items).toHaveLength(0);
      expect(index.statistics.buyers).toEqual(new Int32Array(items.length));
      expect(index.alsoBought.items).toHaveLength(0);
    }),
    { numRuns: 20 },
  );
});

test('items of a style are grouped, recent bestsellers first, and products without attributes are in no group', () => {
  fc.assert(
    fc.property(smallShops, ({ items, lines }) => {
      const catalogue = createCatalogue(items, 'v');
      const { styles } = catalogue.columns;
      const { byStyle, statistics } = buildPurchaseIndex(rowsOf(lines), catalogue, today);
      const { season } = statistics.trend;
      const group = (style: number) => [
        ...byStyle.items.subarray(byStyle.starts[style] as number, byStyle.starts[style + 1] as number),
      ];
      expect(group(0)).toEqual([]);
      for (const style of new Set(styles)) {
        const expected = items
          .map((_, item) => item)
          .filter((item) => style !== 0 && styles[item] === style)
          .sort((one, other) => (season[other] as number) - (season[one] as number) || one - other);
        expect(group(style)).toEqual(expected);
      }
      expect(byStyle.starts.at(-1)).toBe(byStyle.items.length);
    }),
    { numRuns: 60 },
  );
});
