import { HalfLife } from './half-life.ts';

test('the weight of a purchase halves with each half-life, also beyond the ages in the table', () => {
  const halfLife = new HalfLife(1_000);
  expect([0, 1_000, 3_000, 5_000].map((age) => halfLife.weightOf(age))).toEqual([1, 1 / 2, 1 / 8, 1 / 32]);
});
