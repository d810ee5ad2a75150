import { createCatalogue } from '../catalogue.ts';
import { topDiversity } from './top-diversity.ts';

const product = (sku: string, title: string, articleType: string, webPrice: number) => {
  return { sku, title, articleType, webPrice, size: null, attributes: {} };
};
const catalogue = createCatalogue(
  [
    product('1', 'Gold ring', 'ring', 10),
    product('2', 'Gold ring', 'ring', 10),
    product('3', 'Gold ring', 'ring', 20),
    product('4', 'Silver ring', 'ring', 10),
    product('5', 'Silver chain', 'chain', 10),
    product('6', 'Watch', 'watch', 10),
  ],
  'v',
);

test.each([
  [[0, 1, 4], { titles: false, families: false, types: false }],
  [[0, 2, 4], { titles: false, families: true, types: false }],
  [[0, 3, 4], { titles: true, families: true, types: false }],
  [[0, 4, 5, 1], { titles: true, families: true, types: true }],
])('the first three of %j differ in %j', (list, diversity) => {
  expect(topDiversity(catalogue, list)).toEqual(diversity);
});

test('a shorter list has no first three', () => {
  expect(topDiversity(catalogue, [0, 4])).toBeNull();
});
