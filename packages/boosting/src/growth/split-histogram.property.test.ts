import fc from 'fast-check';
import { binFeatures } from '../binning/binned-features.ts';
import { GrowthWorkspace } from './growth-workspace.ts';
import { fillHistogram, subtractHistogram } from './split-histogram.ts';

const featureCount = 6;
const derivative = fc.double({ noNaN: true, min: -100, max: 100 });
const row = fc.record({
  features: fc.array(fc.integer({ min: 0, max: 9 }), { minLength: featureCount, maxLength: featureCount }),
  gradient: derivative,
  hessian: derivative.map(Math.abs),
});
const rows = fc.array(row, { minLength: 2, maxLength: 120 });
const used = fc.subarray([...Array(featureCount).keys()], { minLength: 1 });

type Row = { features: readonly number[]; gradient: number; hessian: number };

function prepare(ofLeaf: readonly Row[], features: readonly number[]) {
  const matrix = Float32Array.from(ofLeaf.flatMap((one) => one.features));
  const workspace = new GrowthWorkspace(binFeatures(matrix, ofLeaf.length, featureCount, 8));
  workspace.partition.rows.set([...ofLeaf.keys()]);
  const gradients = Float64Array.from(ofLeaf, ({ gradient }) => gradient);
  const hessians = Float64Array.from(ofLeaf, ({ hessian }) => hessian);
  const fill = (number: number, start: number, end: number) => {
    const histogram = workspace.histogram(number);
    const leaf = workspace.gather(gradients, hessians, start, end);
    fillHistogram(histogram, workspace.binned, workspace.offsets, Int32Array.from(features), leaf);
    return histogram;
  };
  return { workspace, fill };
}

describe('the histogram of a leaf', () => {
  it('sums gradients, hessians and rows by the bins of the given features', () => {
    fc.assert(
      fc.property(rows, used, (ofLeaf, features) => {
        const { workspace, fill } = prepare(ofLeaf, features);
        const { bins, rowCount } = workspace.binned;
        const expected = new Float64Array(workspace.histogram(0).length);
        for (const feature of features) {
          for (const [at, { gradient, hessian }] of ofLeaf.entries()) {
            const bin = (workspace.offsets[feature] as number) + (bins[feature * rowCount + at] as number);
            for (const [number, value] of [gradient, hessian, 1].entries()) {
              expected[3 * bin + number] = (expected[3 * bin + number] as number) + value;
            }
          }
        }
        expect(fill(0, 0, ofLeaf.length)).toEqual(expected);
      }),
    );
  });

  it('equals its parent minus its sibling', () => {
    fc.assert(
      fc.property(rows, used, fc.nat(5), (ofLeaf, features, bin) => {
        const { workspace, fill } = prepare(ofLeaf, features);
        const middle = workspace.partition.split(0, ofLeaf.length, workspace.column(0), bin);
        const right = fill(0, 0, ofLeaf.length);
        subtractHistogram(right, fill(1, 0, middle));
        for (const [at, sum] of fill(2, middle, ofLeaf.length).entries()) expect(right[at]).toBeCloseTo(sum, 9);
      }),
    );
  });
});
