import fc from 'fast-check';
import { compareSkus, createCatalogue } from './catalogue.ts';
import type { CatalogueItem } from './catalogue-item.ts';

const product = (sku: string, more: Partial<CatalogueItem> = {}): CatalogueItem => {
  return { sku, title: `Product ${sku}`, webPrice: 10, articleType: 'ring', size: null, attributes: {}, ...more };
};

describe('items', () => {
  it('are numbered by SKU as a number, in any input order', () => {
    const { items, indexOfSku } = createCatalogue(
      ['100', '20', '3', '007', '7'].map((sku) => product(sku)),
      'v',
    );
    expect(items.map(({ sku }) => sku)).toEqual(['3', '007', '7', '20', '100']);
    expect(['3', '007', '7', '20', '100'].map(indexOfSku)).toEqual([0, 1, 2, 3, 4]);
  });

  it('are sorted by text after those of digits when their SKU has letters', () => {
    const skus = ['99999999999999999999', 'A10', 'A9', '12E5', '5'];
    const { items, indexOfSku } = createCatalogue(
      skus.map((sku) => product(sku)),
      'v',
    );
    expect(items.map(({ sku }) => sku)).toEqual(['5', '99999999999999999999', '12E5', 'A10', 'A9']);
    expect(indexOfSku('1200000')).toBeUndefined();
  });

  it('are found only by exactly their SKU', () => {
    const { indexOfSku } = createCatalogue([product('7')], 'v');
    expect(['07', '7.0', ' 7', '', '8'].map(indexOfSku)).toEqual(new Array(5).fill(undefined));
  });

  it('have an order without ties', () => {
    const sku = fc.oneof(fc.stringMatching(/^0{0,2}[0-9]{1,20}$/), fc.stringMatching(/^[0-9a-c-]{1,4}$/));
    fc.assert(
      fc.property(sku, sku, (one, other) => {
        expect(compareSkus(one, other) === 0).toBe(one === other);
        expect(Math.sign(compareSkus(one, other))).toBe(-Math.sign(compareSkus(other, one)) + 0);
      }),
    );
  });
});

describe('a title', () => {
  const catalogue = createCatalogue(
    [
      product('1', { title: 'Opal  Charm', articleType: 'charm' }),
      product('2', { title: 'Gold Band', articleType: 'Rings', size: 7 }),
      product('3', { title: 'gold band ', articleType: 'ring', size: 8 }),
      product('4', { title: 'Gift', articleType: 'ring' }),
      product('5', { title: 'Gift', articleType: 'chain' }),
      product('6', { title: 'Gift', articleType: 'ring' }),
      product('7', { title: 'Café' }),
    ],
    'v',
  );

  it('identifies the item when one item has it', () => {
    expect(catalogue.findTitle('Opal Charm')).toEqual({ item: 0, type: catalogue.columns.types[0] });
  });

  it('identifies the article type when several items of one type have it', () => {
    expect(catalogue.findTitle('GOLD BAND')).toEqual({ item: null, type: catalogue.columns.types[1] });
  });

  it('identifies nothing when items of different types have it', () => {
    expect(catalogue.findTitle('Gift')).toEqual({ item: null, type: null });
  });

  it('is unknown when no item has it', () => {
    expect(catalogue.findTitle('Gold')).toBeUndefined();
  });

  it('is not normalised when it has more marks in a row than any letter has: that takes quadratic time', () => {
    const normalise = jest.spyOn(String.prototype, 'normalize');
    expect(catalogue.findTitle(`cafe${'\u0301'.repeat(500_000)}`)).toBeUndefined();
    expect(normalise).not.toHaveBeenCalled();
    normalise.mockRestore();
  });

  it.each(['café', 'CAFÉ', ' Cafe\u0301\n'])(
    'is compared without case, white space and Unicode form: "%s"',
    (title) => {
      expect(catalogue.findTitle(title)?.item).toBe(6);
    },
  );
});
