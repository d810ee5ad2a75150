import fc from 'fast-check';
import { keyOf, type SmallShop, shopsWithRequests, snapshotOf } from '../../../test/support/small-shops.ts';
import type { RequestContext } from './candidate-set.ts';
import { eligibilityOf, sizedArticleTypesOf } from './eligibility.ts';

/** The rules of the specification, on names instead of codes. */
function mayBeOffered({ items, inStock }: SmallShop, request: RequestContext, item: number): boolean {
  const product = items[item];
  if (product === undefined) return false;
  if (product.retired || request.anchors.includes(item)) return false;
  if (request.checkStock && !inStock[item]) return false;
  const category = keyOf(product.articleType) ?? '';
  if (!request.sizedArticleTypes.has(category)) return true;
  const typeKeys = [...new Set(items.map(({ articleType }) => keyOf(articleType)))];
  const bought = [...request.history, ...request.anchors.map((anchor) => ({ item: anchor, type: null }))].flatMap(
    ({ item: other, type }) => {
      if (other !== null)
        return [{ category: keyOf(items[other]?.articleType ?? '?'), size: items[other]?.size ?? null }];
      return type === null ? [] : [{ category: typeKeys[type], size: null }];
    },
  );
  const sizes = bought.filter((line) => line.category === category).map(({ size }) => size);
  if (sizes.length === 0) return false;
  return product.size === null || sizes.includes(null) || sizes.includes(product.size);
}

test('eligibility follows from retirement, stock, anchors and bought sizes, for any shop and request', () => {
  fc.assert(
    fc.property(shopsWithRequests, ({ shop, request }) => {
      const isEligible = eligibilityOf(snapshotOf(shop), request);
      const items = shop.items.map((_, item) => item);
      expect(items.filter(isEligible)).toEqual(items.filter((item) => mayBeOffered(shop, request, item)));
    }),
    { numRuns: 150 },
  );
});

test('a line of the history opens its article type whether or not the line carries a type', () => {
  fc.assert(
    fc.property(shopsWithRequests, ({ shop, request }) => {
      const snapshot = snapshotOf(shop);
      const items = shop.items.map((_, item) => item);
      const bare = request.history.map((line) => (line.item === null ? line : { ...line, type: null }));
      expect(items.filter(eligibilityOf(snapshot, { ...request, history: bare }))).toEqual(
        items.filter(eligibilityOf(snapshot, request)),
      );
    }),
    { numRuns: 50 },
  );
});

test('the setting accepts article types in any spelling', () => {
  expect([...sizedArticleTypesOf(['Rings', ' BRACELET ', 'bangle', 'ring'])]).toEqual(['ring', 'bracelet', 'bangle']);
  expect(sizedArticleTypesOf([]).size).toBe(0);
});
