import { createRandom } from '@callside/boosting';
import fc from 'fast-check';
import { crossFittedReliability, fitCalibration, reliabilityOf, type ScoredQuery } from './calibrate.ts';

const candidates = 40;

/** Queries in which a candidate with a score is bought with the probability that `shareOf` gives. */
function queriesOf(count: number, shareOf: (score: number) => number, seed: number): ScoredQuery[] {
  const random = createRandom(seed);
  return Array.from({ length: count }, (_, customer) => {
    const scores = Float32Array.from({ length: candidates }, () => random() * 8 - 6);
    return { customer, scores, bought: Uint8Array.from(scores, (score) => (random() < shareOf(score) ? 1 : 0)) };
  });
}

const logistic = (score: number) => 1 / (1 + Math.exp(-score));
const few = fc.record({
  customer: fc.nat({ max: 9 }),
  rows: fc.array(fc.tuple(fc.constantFrom(-3, -1, 0, 0, 0.5, 2), fc.boolean()), { maxLength: 30 }),
});
const smallQueries = fc.array(few, { maxLength: 30 }).map((list) =>
  list.map(({ customer, rows }) => ({
    customer,
    scores: Float32Array.from(rows, ([score]) => score),
    bought: Uint8Array.from(rows, ([, isBought]) => (isBought ? 1 : 0)),
  })),
);

it('a line rises; fewer than 20 purchases give none', () => {
  fc.assert(
    fc.property(smallQueries, (queries) => {
      const purchases = queries.reduce((sum, { bought }) => sum + bought.reduce((count, one) => count + one, 0), 0);
      const line = fitCalibration(queries);
      if (purchases < 20) expect(line).toBeNull();
      if (line !== null) expect(line.slope).toBeGreaterThan(0);
    }),
  );
});

it.each([1, 0.25, 40])('the line of scores that are log-odds times %s and plus 3 gives the log-odds', (scale) => {
  const queries = queriesOf(3_000, logistic, 1).map((query) => ({
    ...query,
    scores: query.scores.map((score) => score * scale + 3),
  }));
  const line = fitCalibration(queries);
  expect(line?.slope).toBeCloseTo(1 / scale, 1 + Math.log10(scale));
  for (const logOdds of [-4, -1, 1]) {
    const score = logOdds * scale + 3;
    expect((line?.intercept ?? 0) + (line?.slope ?? 0) * score).toBeCloseTo(logOdds, 0.5);
  }
});

it('scores that mean the contrary give no line', () => {
  expect(fitCalibration(queriesOf(2_000, (score) => logistic(-score), 2))).toBeNull();
});

it('a customer with many baskets does not decide alone', () => {
  const usual = queriesOf(400, logistic, 7);
  // One account buys at random.
  const account = queriesOf(400, () => 0.2, 8).map((query) => ({ ...query, customer: -1 }));
  const slopes = [usual, [...usual, ...account]].map((queries) => fitCalibration(queries)?.slope ?? 0);
  expect(slopes[1]).toBeGreaterThan(0.8 * (slopes[0] as number));
});

it('a line is reliable on other customers when their scores have the same meaning', () => {
  const { bins, expected_calibration_error } = crossFittedReliability(queriesOf(2_000, logistic, 3))!;
  expect(bins).toHaveLength(10);
  expect(bins.reduce((sum, { offers }) => sum + offers, 0)).toBe(20_000);
  expect(expected_calibration_error).toBeLessThan(0.02);
  for (const { predicted, bought } of bins) expect(Math.abs(predicted - bought)).toBeLessThan(0.06);
});

it('a line is not reliable when the scores have another meaning', () => {
  const line = fitCalibration(queriesOf(2_000, logistic, 4))!;
  const other = queriesOf(500, (score) => logistic(score) / 4, 5);
  const { expected_calibration_error, bins } = reliabilityOf(other, line);
  expect(expected_calibration_error).toBeGreaterThan(0.2);
  expect(bins.every(({ predicted, bought }) => predicted > bought)).toBe(true);
});

it('nothing is measured with too few purchases', () => {
  expect(crossFittedReliability(queriesOf(60, () => 0.02, 6))).toBeNull();
});
