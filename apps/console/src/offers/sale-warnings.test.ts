import { type SaleWarning, saleWarnings } from './sale-warnings.ts';

const item = { on_hand: 6, web_price: 20 };

test.each<[string, Parameters<typeof saleWarnings>[0], number, number, SaleWarning[]]>([
  ['all that is in stock, at the price of the offer', item, 6, 20, []],
  ['more than is in stock', item, 7, 20, ['aboveStock']],
  ['a product of which none is in stock', { ...item, on_hand: 0 }, 1, 20, ['noStock']],
  ['a product whose stock is not known', { web_price: 20 }, 100, 20, []],
  ['a price of 0', item, 1, 0, ['noPrice']],
  ['ten times the price', item, 1, 200, []],
  ['more than ten times the price', item, 1, 200.01, ['highPrice']],
  ['any price of a product that is free', { ...item, web_price: 0 }, 1, 5, []],
  ['no numbers', item, Number.NaN, Number.NaN, []],
  ['two mistakes at once', item, 60, 0, ['aboveStock', 'noPrice']],
])('%s', (_what, of, quantity, price, expected) => {
  expect(saleWarnings(of, { quantity, price })).toEqual(expected);
});
