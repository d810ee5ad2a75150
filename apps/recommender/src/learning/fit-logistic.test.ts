import { createRandom } from '@callside/boosting';
import { fitLogistic } from './fit-logistic.ts';

const random = createRandom(3);
const rows = 20_000;
const one = Float64Array.from({ length: rows }, () => random() * 4 - 2);
const other = Float64Array.from({ length: rows }, () => random() * 2);
const level = new Uint8Array(rows).fill(1);
const weights = new Uint8Array(rows).fill(1);
const outcomes = Uint8Array.from(one, (value, row) =>
  random() < 1 / (1 + Math.exp(1 - 0.8 * value + 0.5 * (other[row] as number))) ? 1 : 0,
);
const weak = [1e-3, 1e-3, 1e-3];

it('finds the coefficients that the outcomes were drawn with', () => {
  const fitted = fitLogistic({ columns: [one, other, level], outcomes, weights }, weak);
  for (const [at, expected] of [0.8, -0.5, -1].entries()) expect(fitted[at]).toBeCloseTo(expected, 1);
});

it('fits only what the offsets leave', () => {
  const offsets = one.map((value) => 0.8 * value);
  const fitted = fitLogistic({ columns: [one, other, level], outcomes, weights, offsets }, weak);
  for (const [at, expected] of [0, -0.5, -1].entries()) expect(fitted[at]).toBeCloseTo(expected, 1);
});

it('a row with the weight 2 counts as two rows', () => {
  const few = [one.subarray(0, 50), level.subarray(0, 50)];
  const doubled = few.map((column) => Float64Array.from({ length: 100 }, (_, row) => column[row % 50] as number));
  const happened = outcomes.subarray(0, 50);
  const twice = fitLogistic({ columns: few, outcomes: happened, weights: new Uint8Array(50).fill(2) }, weak.slice(1));
  const both = fitLogistic(
    { columns: doubled, outcomes: Uint8Array.of(...happened, ...happened), weights: new Uint8Array(100).fill(1) },
    weak.slice(1),
  );
  for (const [at, value] of both.entries()) expect(twice[at]).toBeCloseTo(value, 9);
});

it('a penalty draws a coefficient towards 0, and outcomes that are all equal give finite coefficients', () => {
  const [free = 0] = fitLogistic({ columns: [one, level], outcomes, weights }, weak.slice(1));
  const [held = 0] = fitLogistic({ columns: [one, level], outcomes, weights }, [5_000, 1e-3]);
  expect(Math.abs(held)).toBeLessThan(Math.abs(free) / 1.5);
  expect(fitLogistic({ columns: [level], outcomes: level, weights }, [1e-3]).every(Number.isFinite)).toBe(true);
});
