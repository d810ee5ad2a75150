import { bought, rowsOf, today } from '../../../test/support/small-shops.ts';
import { createCatalogue } from '../catalogue.ts';
import { buildPurchaseIndex } from './purchase-index.ts';

test('a type is durable when its buyers buy the same product again less often than those of the whole shop', () => {
  const types = ['ring', 'ring', 'polish', 'polish', 'unsold'];
  const items = types.map((articleType, index) => ({
    sku: String(index),
    title: `Product ${index}`,
    webPrice: 10,
    articleType,
    size: null,
    attributes: {},
  }));
  const catalogue = createCatalogue(items, 'v');
  // Each customer buys both rings once and both polishes twice.
  const lines = [0, 1, 2, 3].flatMap((customer) => [
    ...bought(customer, 50, 0, 1, 2, 3),
    ...bought(customer, 10, 2, 3),
  ]);
  const { durableTypes } = buildPurchaseIndex(rowsOf(lines), catalogue, today);
  const durable = catalogue.columns.typeKeys.filter((_, type) => durableTypes[type] === 1);
  expect(durable).toEqual(['ring']);
});
