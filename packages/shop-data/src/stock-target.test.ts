import type { Query } from '@callside/database';
import { readRow } from './import-rows.ts';
import { createStockTarget } from './stock-target.ts';

const { schema } = createStockTarget((async () => []) as Query, 'brand');
const read = (on_hand: unknown) => readRow({ sku: 'A', on_hand }, schema);

describe('a stock level', () => {
  it.each([
    ['5.0', 5],
    ['-2.5', -3],
    ['sold out', 0],
    ['Out of stock', 0],
    ['Ausverkauft\u200B', 0],
    ['in stock', 1],
    ['https://schema.org/OutOfStock', 0],
    ['.00', 0],
    ['.5', 0],
    ['-.5', -1],
    [1.5, 1],
  ])('that is given as %j is %d', (given, onHand) => expect(read(given)).toEqual({ row: { sku: 'A', onHand } }));

  it('is rejected by name when its separator may be one of thousands', () => {
    expect(read('1,250')).toEqual({ reason: expect.stringMatching(/^on_hand must be a number.*thousands$/) });
    expect(read('many')).toEqual({ reason: 'on_hand must be a number, such as 12, 0 or -3' });
  });
});
