import fc from 'fast-check';
import { createCatalogue } from './catalogue.ts';
import { slotsOf } from './slotting.ts';

/** The slots of offers with these article types. */
function slotsFor(types: readonly string[]): number[] {
  const items = types.map((articleType, index) => {
    return { sku: String(index), title: '', webPrice: 1, articleType, size: null, attributes: {} };
  });
  return slotsOf([...items.keys()], createCatalogue(items, 'v'));
}

test('slots count from 1 in order of their best rank, and alternatives of one article type share one', () => {
  expect(slotsFor(['ring', 'chain', 'ring', 'pendant', 'chain'])).toEqual([1, 2, 1, 3, 2]);
});

test('an empty list has no slots', () => {
  expect(slotsFor([])).toEqual([]);
});

test('two offers share a slot exactly when their article types are the same, and a new slot is the next number', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f')), (types) => {
      const slots = slotsFor(types);
      for (const [one, type] of types.entries()) {
        for (const [other, otherType] of types.entries()) expect(slots[one] === slots[other]).toBe(type === otherType);
        const before = Math.max(0, ...slots.slice(0, one));
        expect(slots[one]).toBeLessThanOrEqual(before + 1);
      }
    }),
  );
});
