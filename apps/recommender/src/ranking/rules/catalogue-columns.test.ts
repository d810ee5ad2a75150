import fc from 'fast-check';
import { smallShops } from '../../../test/support/small-shops.ts';
import { createCatalogue } from './catalogue.ts';
import {
  type CatalogueColumns,
  createCatalogueColumns,
  firstAttribute,
  priceBandFeature,
  typeFeature,
} from './catalogue-columns.ts';
import type { CatalogueItem } from './catalogue-item.ts';

const product = (more: Partial<CatalogueItem> = {}): CatalogueItem => {
  return { sku: '1', title: '', webPrice: 10, articleType: 'ring', size: null, attributes: {}, ...more };
};
const feature = ({ categoricalFeatures }: CatalogueColumns, index: number) => [
  ...(categoricalFeatures[index]?.codes ?? []),
];

test('all spellings of an article type are one type', () => {
  const { types, typeKeys } = createCatalogueColumns(
    ['Ring', 'rings', 'Chain', 'RING'].map((articleType) => product({ articleType })),
  );
  expect(typeKeys).toEqual(['ring', 'chain']);
  expect([...types]).toEqual([0, 0, 1, 0]);
});

test('article types stay different, even when there are very many', () => {
  const items = Array.from({ length: 70_000 }, (_, index) => product({ articleType: `type ${index}` }));
  const { types, typeKeys, categoricalFeatures } = createCatalogueColumns(items);
  expect(typeKeys[types[69_999] as number]).toBe('type 69999');
  expect(categoricalFeatures[typeFeature]?.codes[69_999]).toBeLessThan(
    categoricalFeatures[typeFeature]?.codeCount as number,
  );
});

test('a product without a size has no size, and a product of size 0 has one', () => {
  expect([...createCatalogueColumns([product({ size: null }), product({ size: 0 })]).sizes]).toEqual([Number.NaN, 0]);
  const sizes = ['M', 7.5, 'XL', 'm', 1].map((size) => product({ size }));
  const [m, number, xl, sameAsM, one] = createCatalogueColumns(sizes).sizes;
  expect([number, one]).toEqual([7.5, 1]);
  expect(sameAsM).toBe(m);
  expect(new Set([m, xl, number, one]).size).toBe(4);
});

test('prices fall into ten bands with equal numbers of products, the cheapest first', () => {
  const items = Array.from({ length: 50 }, (_, index) => product({ webPrice: 100 - index }));
  const bands = feature(createCatalogueColumns(items), priceBandFeature);
  expect(bands).toEqual(Array.from({ length: 50 }, (_, index) => 9 - Math.floor(index / 5)));
});

test('products of one price are in one band', () => {
  expect(new Set(feature(createCatalogueColumns([product(), product(), product()]), priceBandFeature)).size).toBe(1);
});

describe('an attribute', () => {
  const attributesOf = (...list: Record<string, string>[]) =>
    createCatalogueColumns(list.map((attributes) => product({ attributes })));

  it('is coded by its values, ignoring case and surrounding white space; 0 means none', () => {
    const columns = attributesOf({ metal: 'Gold' }, { metal: ' gold' }, {}, { metal: 'silver' });
    expect(feature(columns, firstAttribute)).toEqual([1, 1, 0, 2]);
  });

  it('an attribute with at most one value is left out, because it distinguishes nothing', () => {
    expect(attributesOf({ metal: 'gold' }, { metal: 'gold' }, {}).categoricalFeatures).toHaveLength(firstAttribute);
  });

  it('an attribute with a different value for nearly every product is left out', () => {
    const columns = attributesOf(...Array.from({ length: 2_100 }, (_, index) => ({ serial: `${index}` })));
    expect(columns.categoricalFeatures).toHaveLength(firstAttribute);
  });

  it('keeps its frequent values apart when it has very many, and still marks products without one', () => {
    const values = Array.from({ length: 1_000 }, (_, index) => ({ brand: `rare ${index}` }));
    const frequent = [{ brand: 'common' }, { brand: 'common' }, { brand: 'usual' }, { brand: 'usual' }];
    const columns = attributesOf({}, ...values, ...frequent);
    const codes = feature(columns, firstAttribute);
    const codeCount = columns.categoricalFeatures[firstAttribute]?.codeCount as number;
    expect(codeCount).toBeLessThan(500);
    expect(Math.max(...codes)).toBeLessThan(codeCount);
    expect(codes.filter((code) => code === 0)).toHaveLength(1);
    expect(codes.filter((code) => code === codes[1001])).toHaveLength(2);
    expect(codes.filter((code) => code === codes[1003])).toHaveLength(2);
  });

  it('is one of the twelve with the most information about products, whatever their names', () => {
    const products = Array.from({ length: 60 }, (_, item) => ({
      // In the order of their names: almost no information, single products, and useful groups of products.
      ...Object.fromEntries(Array.from({ length: 15 }, (_, index) => [`a ${index}`, item === index ? 'b' : 'a'])),
      serial: String(item),
      ...Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`z ${index}`, String(item % (index + 3))])),
    }));
    const columns = attributesOf(...products);
    expect(columns.categoricalFeatures).toHaveLength(firstAttribute + 12);
    expect(columns.categoricalFeatures.slice(firstAttribute).map(({ codeCount }) => codeCount)).toEqual(
      // By name: `z 0`, `z 1`, `z 10`, ... and each has a code for no value.
      [3, 4, 13, 14, 5, 6, 7, 8, 9, 10, 11, 12].map((values) => values + 1),
    );
  });

  it('may be named like a property that every object has', () => {
    const columns = attributesOf({ constructor: 'a' }, {}, { constructor: 'b' }, { toString: 'c' });
    expect(feature(columns, firstAttribute)).toEqual([1, 0, 2, 0]);
  });
});

test('products with the same attributes share a style, and products without any have style 0', () => {
  const { styles } = createCatalogueColumns(
    [
      { metal: 'gold', gem: 'opal' },
      { metal: 'gold' },
      { gem: 'opal', metal: 'Gold' },
      {},
      { metal: 'silver', gem: 'ruby' },
    ].map((attributes) => product({ attributes })),
  );
  expect(styles[0]).toBe(styles[2]);
  expect(styles[3]).toBe(0);
  expect(new Set(styles).size).toBe(4);
});

test('a style tells rare values of an attribute apart, which share a code', () => {
  const rare = Array.from({ length: 1_000 }, (_, index) => ({ brand: `rare ${index}` }));
  const { styles } = createCatalogueColumns([...rare, ...rare].map((attributes) => product({ attributes })));
  expect([...styles.subarray(1_000)]).toEqual([...styles.subarray(0, 1_000)]);
  expect(new Set(styles).size).toBe(1_000);
});

test('the columns of a catalogue do not depend on the order of its rows and are consistent', () => {
  fc.assert(
    fc.property(
      smallShops.chain(({ items }) =>
        fc.tuple(fc.constant(items), fc.shuffledSubarray(items, { minLength: items.length, maxLength: items.length })),
      ),
      ([items, shuffled]) => {
        const { columns } = createCatalogue(items, 'v');
        expect(createCatalogue(shuffled, 'v').columns).toEqual(columns);
        for (const { codes, codeCount } of columns.categoricalFeatures) {
          expect(codes).toHaveLength(items.length);
          expect(codes.every((code) => code < codeCount)).toBe(true);
        }
        expect(columns.logPrices.every(Number.isFinite)).toBe(true);
      },
    ),
    { numRuns: 60 },
  );
});
