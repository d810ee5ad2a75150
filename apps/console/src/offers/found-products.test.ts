import { foundProducts } from './found-products.ts';

const ring = { sku: 'RNG-7', title: 'Opal Ring', web_price: 80 };
const chain = { sku: '900', title: 'Gold Chain', web_price: 60 };
const find = (text: string, anchors: string[] = []) =>
  foundProducts(text, [ring, chain], anchors).map(({ sku }) => sku);

test('a product is found by the beginning of its article number or a part of its title, in any case of the letters', () => {
  for (const text of ['RNG', 'rng-7', 'opal', 'RING']) expect(find(text)).toEqual(['RNG-7']);
  expect(find('ng-7')).toEqual([]);
});

test('a product that the customer is buying already is not found again', () => {
  expect(find('gold', ['900'])).toEqual([]);
});
