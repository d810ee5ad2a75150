import { createCatalogue } from '../ranking/rules/catalogue.ts';
import { itemValues } from './item-values.ts';

const catalogueOf = (...prices: number[]) =>
  createCatalogue(
    prices.map((webPrice, index) => {
      return { sku: String(index), title: '', webPrice, articleType: 'chain', size: null, attributes: {} };
    }),
    'v',
  );
const catalogue = catalogueOf(10, 20, 40);
const nan = Number.NaN;

it('the value is 1 for conversion and the price for revenue', () => {
  expect([...itemValues('conversion', { catalogue })]).toEqual([1, 1, 1]);
  expect([...itemValues('revenue', { catalogue })]).toEqual([10, 20, 40]);
});

it('the value for margin is the price minus the cost, or the usual share of the price without a cost', () => {
  const unitCosts = Float64Array.of(4, 11, nan);
  expect([...itemValues('margin', { catalogue, unitCosts })]).toEqual([6, 9, 20]);
});

it('the value is not negative for a product that costs more than its price', () => {
  expect([...itemValues('margin', { catalogue, unitCosts: Float64Array.of(99, 10, 10) })]).toEqual([0, 10, 30]);
});

it('the objectives need prices, and margin also needs costs', () => {
  expect(() => itemValues('margin', { catalogue, unitCosts: Float64Array.of(nan, nan, nan) })).toThrow(
    'no product has a unit_cost',
  );
  expect(() => itemValues('margin', { catalogue })).toThrow('import the catalogue with a column unit_cost');
  expect(() => itemValues('revenue', { catalogue: catalogueOf(0, 0) })).toThrow('all products of the catalogue cost 0');
});
