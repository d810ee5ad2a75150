import { Allowance } from './allowance.ts';

test('an allowance permits a burst at once, and not more', () => {
  const allowance = new Allowance({ burst: 3, perSecond: 1 }, 0);
  expect([1, 2, 1].map((amount) => allowance.spend(amount, 0))).toEqual([true, true, false]);
});

test('an allowance refills at a constant rate, up to the burst', () => {
  const allowance = new Allowance({ burst: 3, perSecond: 2 }, 10_000);
  allowance.spend(3, 10_000);
  expect(allowance.spend(1, 10_499)).toBe(false);
  expect(allowance.spend(1, 10_500)).toBe(true);
  expect(allowance.spend(4, 1_000_000)).toBe(false);
  expect(allowance.spend(3, 1_000_000)).toBe(true);
});

test('an allowance takes back what was spent, up to the burst', () => {
  const allowance = new Allowance({ burst: 3, perSecond: 1 }, 0);
  allowance.spend(3, 0);
  expect(allowance.refund(2, 0)).toBe(false);
  expect(allowance.spend(3, 0)).toBe(false);
  expect(allowance.refund(1, 5_000)).toBe(true);
  expect(allowance.spend(4, 5_000)).toBe(false);
});
