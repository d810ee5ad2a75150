import fc from 'fast-check';
import { slotsOf } from './slotting.ts';

test('slots count from 1 in order of their best rank, and alternatives of one article type share one', () => {
  expect(slotsOf(['ring', 'chain', 'ring', 'pendant', 'chain'])).toEqual([1, 2, 1, 3, 2]);
});

test('an empty list has no slots', () => {
  expect(slotsOf([])).toEqual([]);
});

test('two offers share a slot exactly when their article types are the same, and a new slot is the next number', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 5 })), (types) => {
      const slots = slotsOf(types);
      for (const [one, type] of types.entries()) {
        for (const [other, otherType] of types.entries()) expect(slots[one] === slots[other]).toBe(type === otherType);
        const before = Math.max(0, ...slots.slice(0, one));
        expect(slots[one]).toBeLessThanOrEqual(before + 1);
      }
    }),
  );
});
