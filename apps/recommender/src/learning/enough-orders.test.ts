import { createCatalogue } from '../ranking/rules/catalogue.ts';
import { requireEnoughToTrain, requireOrders } from './enough-orders.ts';

const item = { sku: '1', title: 'Ring', webPrice: 1, articleType: 'ring', size: null, attributes: {} };
const shop = (items: (typeof item)[], days: number[], customers = days.map(() => 0)) => ({
  catalogue: createCatalogue(items, 'v'),
  rows: {
    customers: Int32Array.from(customers),
    items: new Int32Array(days.length),
    days: Int32Array.from(days),
  },
});

describe('the check of orders', () => {
  it('requires a catalogue', () => {
    expect(() => requireOrders(shop([], []))).toThrow('the catalogue is empty; `callside catalog import` fills it');
  });

  it('requires orders', () => {
    expect(() => requireOrders(shop([item], []))).toThrow(
      'there are no orders of products in the catalogue up to today, or all were returned; import orders with `callside orders import`',
    );
    expect(() => requireEnoughToTrain(shop([item], []))).toThrow('import orders with `callside orders import`');
  });

  it('accepts a single order that can be predicted', () => {
    expect(() => requireOrders(shop([item], [20_000]))).not.toThrow();
  });

  it('requires a training period before the evaluation period', () => {
    expect(() => requireEnoughToTrain(shop([item], [20_026, 20_000]))).toThrow(
      'the orders are of 27 days; a training needs orders of 28 days, because it learns from the earlier ones and is measured on the later ones',
    );
    expect(() => requireEnoughToTrain(shop([item], [20_027, 20_000]))).not.toThrow();
  });

  it('requires a customer who returns in the evaluation period', () => {
    expect(() => requireEnoughToTrain(shop([item], [20_000, 20_119], [0, 1]))).toThrow(
      'in the last 30 days of the orders no customer returned',
    );
  });
});
