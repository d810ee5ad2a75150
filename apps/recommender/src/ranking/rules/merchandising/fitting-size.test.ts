import { rowsOf, today } from '../../../../test/support/small-shops.ts';
import { createCatalogue } from '../catalogue.ts';
import { prepareOffers } from '../offers.ts';
import { buildPurchaseIndex } from '../purchase-index/purchase-index.ts';
import { fittingSize } from './fitting-size.ts';

const sized = (sku: string, title: string, size: number | null, articleType = 'ring') => ({
  sku,
  title,
  webPrice: 10,
  articleType,
  size,
  attributes: {},
});
const items = [
  sized('1', 'Opal', 6),
  sized('2', 'Opal', 7),
  sized('3', 'Opal', null),
  sized('4', 'Pearl', 7),
  sized('5', 'Opal', 6, 'bracelet'),
  sized('6', 'Onyx', 6, 'Silver rings'),
  sized('7', 'Onyx', 7, 'Silver rings'),
];
const catalogue = createCatalogue(items, 'v');
const snapshot = {
  catalogue,
  inStock: new Uint8Array(items.length).fill(1),
  purchases: buildPurchaseIndex(rowsOf([]), catalogue, today),
};

/** The SKU that is offered in the place of another one, to a customer who bought some, beside some. */
function offeredFor(
  sku: string,
  bought: readonly string[],
  anchors: readonly string[] = [],
  knownSizes: Record<string, number> = {},
): string | undefined {
  const itemOf = (of: string) => catalogue.items.findIndex((item) => item.sku === of);
  const history = bought.map((of) => ({ item: itemOf(of), type: null, day: today - 5 }));
  const candidates = prepareOffers(snapshot, {
    history,
    anchors: anchors.map(itemOf),
    today,
    checkStock: true,
    sizedArticleTypes: new Set<string>(),
    knownSizes,
  });
  const rows = [...candidates.items.keys()];
  const row = rows.find((one) => candidates.items[one] === itemOf(sku)) ?? -1;
  const chosen = fittingSize(candidates)(row, rows);
  return catalogue.items[candidates.items[chosen] as number]?.sku;
}

test('a product in a size that the customer bought takes the place of another size of its family', () => {
  expect(offeredFor('1', ['4'])).toBe('2');
  expect(offeredFor('1', [], ['4'])).toBe('2');
});

test('a size that the caller said counts before those that they bought', () => {
  expect(offeredFor('1', ['5'], [], { Rings: 7 })).toBe('2');
  expect(offeredFor('1', ['4'], [], { ring: 6 })).toBe('1');
  expect(offeredFor('6', [], [], { ring: 7 })).toBe('7');
});

test('a product that fits, has no size, or is of a type without a known size keeps its place', () => {
  expect(offeredFor('2', ['4'])).toBe('2');
  expect(offeredFor('3', ['4'])).toBe('3');
  expect(offeredFor('5', ['4'])).toBe('5');
  expect(offeredFor('1', ['3'])).toBe('1');
});

test('a product keeps its place when no size of its family fits', () => {
  expect(offeredFor('4', ['1'])).toBe('4');
});
