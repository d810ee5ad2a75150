import fc from 'fast-check';
import { binFeatures } from '../binning/binned-features.ts';
import { GrowthWorkspace } from './growth-workspace.ts';
import { gradientFactor } from './packed-derivatives.ts';
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
  const units = workspace.pack(Int32Array.from(ofLeaf.keys()), gradients, hessians);
  const usable = Int32Array.from(features);
  const fill = (number: number, start: number, end: number) => {
    const histogram = workspace.histogram(number);
    fillHistogram(histogram, workspace.binned, workspace.offsets, usable, workspace.gather(start, end));
    return histogram;
  };
  return { workspace, units, usable, fill };
}

/** Gradient and hessian of a sum. */
function unpack(sum: number, { gradientUnit, hessianUnit }: ReturnType<typeof prepare>['units']) {
  const whole = Math.floor(sum / gradientFactor);
  return { gradient: whole * gradientUnit, hessian: (sum - whole * gradientFactor) * hessianUnit };
}

describe('the histogram of a leaf', () => {
  it('sums gradients and hessians by the bins of the given features, rounded to units', () => {
    fc.assert(
      fc.property(rows, used, (ofLeaf, features) => {
        const { workspace, units, fill } = prepare(ofLeaf, features);
        const { bins, rowCount } = workspace.binned;
        const histogram = fill(0, 0, rowCount);
        for (const feature of features) {
          const first = workspace.offsets[feature] as number;
          for (let bin = first; bin < (workspace.offsets[feature + 1] as number); bin += 1) {
            const inBin = ofLeaf.filter((_, at) => first + (bins[feature * rowCount + at] as number) === bin);
            const found = unpack(histogram[bin] as number, units);
            const sumOf = (of: 'gradient' | 'hessian') => inBin.reduce((sum, one) => sum + one[of], 0);
            const rounding = (unit: number) => 0.51 * inBin.length * unit + 1e-190;
            expect(Math.abs(found.gradient - sumOf('gradient'))).toBeLessThanOrEqual(rounding(units.gradientUnit));
            expect(Math.abs(found.hessian - sumOf('hessian'))).toBeLessThanOrEqual(rounding(units.hessianUnit));
          }
        }
      }),
    );
  });

  it('is exactly its parent minus its sibling', () => {
    fc.assert(
      fc.property(rows, used, fc.nat(5), (ofLeaf, features, bin) => {
        const { workspace, usable, fill } = prepare(ofLeaf, features);
        const middle = workspace.partition.split(0, ofLeaf.length, workspace.column(0), bin);
        const right = fill(0, 0, ofLeaf.length);
        subtractHistogram(right, fill(1, 0, middle), workspace.offsets, usable);
        expect(right).toEqual(fill(2, middle, ofLeaf.length));
      }),
    );
  });

  it('has no overflow when one row has all of the gradient', () => {
    const ofLeaf = [1, -1].map((sign) => ({
      features: Array(featureCount).fill(0),
      gradient: sign * 1e30,
      hessian: 1e30,
    }));
    const { units, fill } = prepare(ofLeaf, [0]);
    expect(unpack(fill(0, 0, 1)[0] as number, units)).toEqual({ gradient: 1e30, hessian: 1e30 });
    expect(unpack(fill(0, 1, 2)[0] as number, units)).toEqual({ gradient: -1e30, hessian: 1e30 });
  });
});
