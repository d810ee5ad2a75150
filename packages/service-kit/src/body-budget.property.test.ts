import fc from 'fast-check';
import { createBodyBudget } from './body-budget.ts';

const kibibyte = 1024;

it('the budget leaves room for small bodies when large ones have used all of their budget', () => {
  const budget = createBodyBudget({ smallBytes: 64 * kibibyte, largeBytes: 100 * kibibyte });
  const large = budget.open();
  expect(large.grow(116 * kibibyte)).toBe(true);
  expect(budget.open().grow(17 * kibibyte)).toBe(false);
  expect(budget.open().grow(16 * kibibyte)).toBe(true);
  large.release();
  expect(budget.open().grow(17 * kibibyte)).toBe(true);
});

it('a released claim cannot grow', () => {
  const budget = createBodyBudget({ smallBytes: 10, largeBytes: 10 });
  const claim = budget.open();
  claim.release();
  claim.release();
  expect([claim.grow(1), budget.inFlight]).toEqual([false, 0]);
});

it('the budget counts a request as in flight from the complete arrival of its body until its release', () => {
  const budget = createBodyBudget();
  const [coming, whole] = [budget.open(), budget.open()];
  coming.grow(1);
  whole.arrived();
  whole.arrived();
  expect(budget.inFlight).toBe(1);
  whole.release();
  whole.arrived();
  coming.release();
  expect(budget.inFlight).toBe(0);
});

it('the budget never holds more than its limit, and is empty after all releases', () => {
  fc.assert(
    fc.property(fc.array(fc.array(fc.integer({ min: 1, max: 40 * kibibyte }), { maxLength: 5 })), (bodies) => {
      const [smallBytes, largeBytes] = [50 * kibibyte, 80 * kibibyte];
      const budget = createBodyBudget({ smallBytes, largeBytes });
      let held = 0;
      const claims = bodies.map((chunks) => {
        const claim = budget.open();
        for (const bytes of chunks) if (claim.grow(bytes)) held += bytes;
        claim.arrived();
        return claim;
      });
      expect(held).toBeLessThanOrEqual(smallBytes + largeBytes);
      expect(budget.inFlight).toBe(bodies.length);
      for (const claim of claims) claim.release();
      expect(budget.inFlight).toBe(0);
      expect(budget.open().grow(16 * kibibyte + largeBytes)).toBe(true);
    }),
  );
});
