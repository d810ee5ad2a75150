import { rowsOf, today } from '../../../test/support/small-shops.ts';
import { createCatalogue } from '../catalogue.ts';
import { prepareOffers, selectOffers } from '../offers.ts';
import { buildPurchaseIndex } from '../purchase-index/purchase-index.ts';

const items = ['1', '2', '3', '4', '5'].map((sku) => ({
  sku,
  title: `Product ${sku}`,
  webPrice: 10,
  articleType: `type ${sku}`,
  size: null,
  attributes: {},
}));
const catalogue = createCatalogue(items, 'v');
/** Product 1 has the most buyers, product 5 the fewest. */
const lines = items.flatMap((_, item) =>
  Array.from({ length: 10 - item }, (__, customer) => ({ customer, item, day: today - 5 })),
);
const pin = (sku: string) => ({ name: `pin-${sku}`, kind: 'pin' as const, sku, rank: 3, condition: 'always' as const });
const snapshot = {
  catalogue,
  inStock: new Uint8Array(items.length).fill(1),
  purchases: buildPurchaseIndex(rowsOf(lines), catalogue, today),
};

test('an offer names the pin that placed it, and no pin whose place was taken', () => {
  const rules = [pin('1'), pin('5')].toSorted((one, other) => other.name.localeCompare(one.name));
  const request = { history: [], anchors: [], today, checkStock: true, sizedArticleTypes: new Set<string>() };
  const offers = selectOffers(prepareOffers({ ...snapshot, rules }, request), null, 3);
  const named = offers.map(({ item, rules: names }) => [items[item]?.sku, names]);
  expect(named).toContainEqual(['1', []]);
  expect(named).toContainEqual(['5', ['pin-5']]);
});
