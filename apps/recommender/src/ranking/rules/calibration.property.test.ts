import fc from 'fast-check';
import { type CalibrationCurve, curveFor, probabilityOf } from './calibration.ts';

const score = fc.double({ min: -1e6, max: 1e6, noNaN: true });
const curves: fc.Arbitrary<CalibrationCurve> = fc.uniqueArray(score, { minLength: 1, maxLength: 12 }).chain((points) =>
  fc
    .array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: points.length, maxLength: points.length })
    .map((shares) => ({
      scores: points.toSorted((one, other) => one - other),
      probabilities: shares.toSorted((one, other) => one - other),
    })),
);

it('a probability is from 0 to 1 for every finite score', () => {
  fc.assert(
    fc.property(curves, fc.double({ noNaN: true, noDefaultInfinity: true }), (curve, one) => {
      const probability = probabilityOf(curve, one);
      expect(probability).toBeGreaterThanOrEqual(0);
      expect(probability).toBeLessThanOrEqual(1);
    }),
  );
});

it('a probability never falls when the score rises', () => {
  fc.assert(
    fc.property(curves, fc.oneof(score, fc.nat(11)), score, (curve, one, other) => {
      // Scores that are points of the curve are tested, too.
      const near = curve.scores[one] ?? one;
      const [lower, higher] = [Math.min(near, other), Math.max(near, other)];
      expect(probabilityOf(curve, lower)).toBeLessThanOrEqual(probabilityOf(curve, higher));
    }),
  );
});

it('a score at a point has the probability of the point, and a score beyond the ends has that of the end', () => {
  const curve = { scores: [-1, 1, 3], probabilities: [0.1, 0.3, 0.4] };
  expect([-9, -1, 0, 1, 3, 9].map((one) => probabilityOf(curve, one))).toEqual([0.1, 0.1, 0.2, 0.3, 0.4, 0.4]);
});

it('a probability is read from the curve of the query segment', () => {
  const [one, other] = [
    { scores: [0], probabilities: [0.1] },
    { scores: [0], probabilities: [0.2] },
  ];
  expect(curveFor({ next_purchase: one, anchors: other }, 0)).toBe(one);
  expect(curveFor({ next_purchase: one, anchors: other }, 3)).toBe(other);
  expect(curveFor({ next_purchase: one, anchors: null }, 1)).toBeNull();
  expect(curveFor(null, 1)).toBeNull();
});
