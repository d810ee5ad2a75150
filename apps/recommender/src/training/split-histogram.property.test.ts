import fc from 'fast-check';
import { binFeatures } from './binned-features.ts';
import { GrowthWorkspace } from './growth-workspace.ts';
import { fillHistogram, subtractHistogram } from './split-histogram.ts';

const derivative = fc.double({ noNaN: true, min: -100, max: 100 });
const row = fc.record({
  features: fc.tuple(fc.integer({ min: 0, max: 5 }), fc.integer({ min: 0, max: 40 })),
  gradient: derivative,
  hessian: derivative.map(Math.abs),
});

describe('the histogram of a leaf', () => {
  it('is its parent less its sibling, as if summed itself', () => {
    fc.assert(
      fc.property(
        fc.array(row, { minLength: 2, maxLength: 120 }),
        fc.nat(5),
        fc.constantFrom([0, 1], [1]),
        (rows, bin, used) => {
          const features = Float32Array.from(rows.flatMap((one) => one.features));
          const workspace = new GrowthWorkspace(binFeatures(features, rows.length, 2, 16));
          const derivatives = {
            gradients: Float64Array.from(rows, ({ gradient }) => gradient),
            hessians: Float64Array.from(rows, ({ hessian }) => hessian),
          };
          const { partition, offsets, binned } = workspace;
          partition.rows.set([...rows.keys()]);
          const middle = partition.split(0, rows.length, workspace.column(0), bin);
          const fill = (number: number, start: number, end: number) => {
            const histogram = workspace.histogram(number);
            const leaf = workspace.gather(derivatives, start, end);
            fillHistogram(histogram, binned, offsets, Int32Array.from(used), leaf);
            return histogram;
          };
          const right = fill(0, 0, rows.length);
          subtractHistogram(right, fill(1, 0, middle));
          const direct = fill(2, middle, rows.length);
          expect(right.counts).toEqual(direct.counts);
          for (const sums of ['gradients', 'hessians'] as const) {
            for (const [at, sum] of direct[sums].entries()) expect(right[sums][at]).toBeCloseTo(sum, 9);
          }
        },
      ),
    );
  });
});
