import { bought, rowsOf, today } from '../../../../test/support/small-shops.ts';
import { createCatalogue } from '../catalogue.ts';
import { buildPurchaseIndex } from './purchase-index.ts';

/** The durable types of a shop in which four customers buy all these products 50 days ago, and some of them again on later days. */
function durableTypesOf(types: readonly string[], again: readonly number[], days: readonly number[]): string[] {
  const items = types.map((articleType, index) => ({
    sku: String(index),
    title: `Product ${index}`,
    webPrice: 10,
    articleType,
    size: null,
    attributes: {},
  }));
  const catalogue = createCatalogue(items, 'v');
  const lines = [0, 1, 2, 3].flatMap((customer) => [
    ...bought(customer, 50, 0, 1, 2, 3),
    ...days.flatMap((daysAgo) => bought(customer, daysAgo, ...again)),
  ]);
  const { durableTypes } = buildPurchaseIndex(rowsOf(lines), catalogue, today);
  return catalogue.columns.typeKeys.filter((_, type) => durableTypes[type] === 1);
}

test('a type is durable when its buyers buy the same product again less often than those of the whole shop', () => {
  expect(durableTypesOf(['ring', 'ring', 'polish', 'polish', 'unsold'], [2, 3], [10])).toEqual(['ring']);
});

test('a type that is bought again as often as the whole shop is not durable, however often its buyers come back', () => {
  expect(durableTypesOf(['milk', 'milk', 'milk', 'milk'], [2, 3], [40, 30, 20, 10])).toEqual([]);
});
