import { createRandom } from '@callside/boosting';
import fc from 'fast-check';
import { probabilityOf } from '../ranking/rules/calibration.ts';
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

it('a curve ascends, is bounded and predicts the number of purchases; fewer than 50 purchases give no curve', () => {
  fc.assert(
    fc.property(smallQueries, (queries) => {
      const purchases = queries.reduce((sum, { bought }) => sum + bought.reduce((count, one) => count + one, 0), 0);
      const curve = fitCalibration(queries);
      expect(curve === null).toBe(purchases < 50);
      if (curve === null) return;
      const { scores, probabilities } = curve;
      expect(scores.every((score, at) => at === 0 || score > (scores[at - 1] as number))).toBe(true);
      expect(probabilities.every((share, at) => at === 0 || share > (probabilities[at - 1] as number))).toBe(true);
      expect(probabilities.every((share) => share >= 0 && share <= 1)).toBe(true);
    }),
  );
});

it('the curve of scores that are log-odds is the logistic function', () => {
  const curve = fitCalibration(queriesOf(3_000, logistic, 1));
  for (const score of [-5, -4, -3, -2, -1, 0, 1]) {
    expect(Math.abs(probabilityOf(curve!, score) - logistic(score))).toBeLessThan(0.03);
  }
});

it('scores without information have the same probability everywhere', () => {
  const { probabilities = [] } = fitCalibration(queriesOf(2_000, () => 0.05, 2)) ?? {};
  for (const share of probabilities) expect(Math.abs(share - 0.05)).toBeLessThan(0.02);
});

it('a curve is reliable on other customers when their scores have the same meaning', () => {
  const { bins, expected_calibration_error } = crossFittedReliability(queriesOf(2_000, logistic, 3))!;
  expect(bins).toHaveLength(10);
  expect(bins.reduce((sum, { offers }) => sum + offers, 0)).toBe(20_000);
  expect(expected_calibration_error).toBeLessThan(0.02);
  for (const { predicted, bought } of bins) expect(Math.abs(predicted - bought)).toBeLessThan(0.06);
});

it('a curve is not reliable when the scores have another meaning', () => {
  const curve = fitCalibration(queriesOf(2_000, logistic, 4))!;
  const other = queriesOf(500, (score) => logistic(score) / 4, 5);
  const { expected_calibration_error, bins } = reliabilityOf(other, curve);
  expect(expected_calibration_error).toBeGreaterThan(0.2);
  expect(bins.every(({ predicted, bought }) => predicted > bought)).toBe(true);
});

it('nothing is measured with too few purchases', () => {
  expect(crossFittedReliability(queriesOf(60, () => 0.02, 6))).toBeNull();
});
