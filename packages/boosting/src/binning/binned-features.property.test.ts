import fc from 'fast-check';
import { binFeatures } from './binned-features.ts';

const value = fc.oneof(
  fc.float({ noNaN: true, noDefaultInfinity: true }),
  fc.integer({ min: -3, max: 3 }).map(Math.fround),
);

const columns = fc.record({
  values: fc.array(value, { minLength: 1, maxLength: 300 }).map((values) => Float32Array.from(values)),
  maxBins: fc.oneof(fc.integer({ min: 2, max: 8 }), fc.constant(255)),
});

describe('the bins of a feature', () => {
  it('are on the same side of every threshold as their values', () => {
    fc.assert(
      fc.property(columns, ({ values, maxBins }) => {
        const { bins, thresholds } = binFeatures(values, values.length, 1, maxBins);
        const [ofFeature = new Float32Array(0)] = thresholds;
        for (const [row, value] of values.entries()) {
          for (const [bin, threshold] of ofFeature.entries()) {
            expect((bins[row] as number) <= bin).toBe(Math.fround(value) <= threshold);
          }
        }
      }),
    );
  });

  it('are at most as many as allowed, and none is empty', () => {
    fc.assert(
      fc.property(columns, ({ values, maxBins }) => {
        const { bins, thresholds } = binFeatures(values, values.length, 1, maxBins);
        const count = (thresholds[0]?.length ?? 0) + 1;
        expect(count).toBeLessThanOrEqual(maxBins);
        expect(new Set(bins).size).toBe(count);
      }),
    );
  });

  it('are one per value when there are no more values than bins', () => {
    fc.assert(
      fc.property(columns, ({ values }) => {
        const distinct = new Set(values.map((value) => value + 0));
        fc.pre(distinct.size <= 255);
        expect(binFeatures(values, values.length, 1, 255).thresholds[0]).toHaveLength(distinct.size - 1);
      }),
    );
  });
});
