import fc from 'fast-check';
import { createCatalogue } from './catalogue.ts';
import type { CatalogueItem } from './catalogue-item.ts';
import { dayOf, matchHistory } from './history.ts';

const product = (sku: string, title: string, articleType: string, size: number | null = null): CatalogueItem => {
  return { sku, title, articleType, size, webPrice: 10, attributes: {} };
};
const catalogue = createCatalogue(
  [
    product('1', 'Opal Charm', 'charm'),
    product('2', 'Gold Band', 'ring', 7),
    product('3', 'Gold Band', 'ring', 8),
    product('4', 'Gift', 'ring'),
    product('5', 'Gift', 'chain'),
  ],
  'v',
);
const [charm, ring] = [catalogue.columns.types[0], catalogue.columns.types[1]];
const nothing = { item: null, type: null, day: null };
const match = (line: Parameters<typeof matchHistory>[1][number]) => matchHistory(catalogue, [line]);

describe('a line of the history', () => {
  it.each([
    ['by its SKU', { sku: '2' }, { item: 1, type: ring }],
    ['by its SKU with white space around', { sku: ' 2\n' }, { item: 1, type: ring }],
    ['by its SKU, whatever its title says', { sku: '2', product_title: 'Opal Charm' }, { item: 1, type: ring }],
    [
      'by its title where the catalogue lacks its SKU',
      { sku: '99', product_title: 'Opal Charm' },
      { item: 0, type: charm },
    ],
    ['by its title where one product has it', { product_title: 'opal charm' }, { item: 0, type: charm }],
    ['by its title when its SKU is blank', { sku: ' ', product_title: 'Opal Charm' }, { item: 0, type: charm }],
    [
      'by its article type where its title stands for several sizes',
      { product_title: 'Gold Band' },
      { type: ring, example: 1 },
    ],
    [
      'by its article type where the catalogue lacks its SKU and its title stands for several sizes',
      { sku: '99', product_title: 'Gold Band' },
      { type: ring, example: 1 },
    ],
  ])('is matched %s', (_, line, expected) => {
    expect(match(line)).toEqual([{ ...nothing, ...expected }]);
  });

  it.each([
    ['a SKU that the catalogue does not have', { sku: '99', product_title: 'Brooch' }],
    ['a title that the catalogue does not have', { product_title: 'Brooch' }],
    ['a title of products of several article types', { product_title: 'Gift' }],
  ])('counts, although %s identifies nothing', (_, line) => {
    expect(match(line)).toEqual([nothing]);
  });

  it.each([
    [{}],
    [{ order_date: '2026-01-01' }],
    [{ sku: '', product_title: '' }],
    [{ sku: ' ', product_title: '\t' }],
    [{ sku: null, product_title: null, order_date: null }],
    [{ sku: undefined }],
  ])('a line without a SKU and a title does not count: %j', (line) => {
    expect(match(line)).toEqual([]);
  });

  it.each([
    ['2026-09-01', 20_697],
    ['2026-09-01T23:59:59-11:00', 20_697],
    [' 2026-09-01 10:00', 20_697],
    ['1970-01-01', 0],
    ['1900-01-01', -25_567],
    ['2024-02-29', 19_782],
  ])('is of the calendar day that its date begins with: %s', (order_date, day) => {
    expect(match({ sku: '1', order_date })).toEqual([{ item: 0, type: charm, day }]);
  });

  it.each(['', 'yesterday', '01/09/2026', '2026-13-01', '2026-00-10', '2026-01-32', null, undefined])(
    'has no day when its date is %s',
    (order_date) => {
      expect(match({ sku: '1', order_date })).toEqual([{ item: 0, type: charm, day: null }]);
    },
  );
});

test('days follow the calendar, with or without a time', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -700_000, max: 2_900_000 }),
      fc.constantFrom('', 'T12:00:00Z', ' 1:00'),
      (day, time) => {
        const date = new Date(day * 86_400_000).toISOString().slice(0, 10);
        expect(dayOf(`${date}${time}`)).toBe(day);
      },
    ),
  );
});
