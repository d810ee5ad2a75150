import fc from 'fast-check';
import { findBestSplit, type LeafSums, type Split } from './best-split.ts';
import { gradientFactor } from './packed-derivatives.ts';

const bin = fc.record({
  gradient: fc.integer({ min: -20, max: 20 }),
  hessian: fc.integer({ min: 0, max: 10 }),
  count: fc.integer({ min: 0, max: 5 }),
});

type Bin = { gradient: number; hessian: number; count: number };

const units = { gradientUnit: 0.5, hessianUnit: 0.25 };

/** A leaf with these bins; their derivatives are whole numbers of units. */
function leafOf(features: readonly (readonly Bin[])[]): LeafSums {
  const offsets = Int32Array.of(0, ...features.map((_, at) => features.slice(0, at + 1).flat().length));
  const sums = Float64Array.from(features.flat(), ({ gradient, hessian }) => gradient * gradientFactor + hessian);
  const countRows = (feature: number) => Int32Array.from(features[feature] ?? [], ({ count }) => count);
  return { sums, offsets, units, rowCount: sum(features[0] ?? [], 'count'), countRows };
}

const sum = (bins: readonly Bin[], of: keyof Bin) => bins.reduce((total, one) => total + one[of], 0);
const worth = (bins: readonly Bin[], l2: number) =>
  (units.gradientUnit * sum(bins, 'gradient')) ** 2 / (units.hessianUnit * sum(bins, 'hessian') + l2);

describe('findBestSplit', () => {
  it('finds the same split as an exhaustive search', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(bin, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 4 }),
        fc.record({ minRowsInLeaf: fc.integer({ min: 1, max: 6 }), l2: fc.nat(3) }),
        (features, rules) => {
          // Every feature bins the same rows.
          const rowCount = Math.max(...features.map((own) => sum(own, 'count')));
          for (const own of features) (own[0] as Bin).count += rowCount - sum(own, 'count');
          let best: Split | null = null;
          for (const [feature, own] of features.entries()) {
            for (let at = 0; at + 1 < own.length; at += 1) {
              const sides = [own.slice(0, at + 1), own.slice(at + 1)] as const;
              const allowed = sides.every(
                (side) => sum(side, 'count') >= rules.minRowsInLeaf && sum(side, 'hessian') > 0,
              );
              if (!allowed) continue;
              const gain = worth(sides[0], rules.l2) + worth(sides[1], rules.l2) - worth(own, rules.l2);
              if (gain > (best?.gain ?? 1e-9)) best = { feature, bin: at, gain };
            }
          }
          expect(findBestSplit(leafOf(features), Int32Array.from(features.keys()), rules)).toEqual(best);
        },
      ),
      { numRuns: 500 },
    );
  });

  it('uses only the allowed features', () => {
    const leaf = leafOf([
      [
        { gradient: -18, hessian: 4, count: 5 },
        { gradient: 18, hessian: 4, count: 5 },
      ],
      [
        { gradient: -2, hessian: 4, count: 5 },
        { gradient: 2, hessian: 4, count: 5 },
      ],
    ]);
    const rules = { minRowsInLeaf: 1, l2: 0 };
    const best = (...features: number[]) => findBestSplit(leaf, Int32Array.from(features), rules);
    expect(best(0, 1)).toEqual({ feature: 0, bin: 0, gain: 162 });
    expect(best(1)).toEqual({ feature: 1, bin: 0, gain: 2 });
  });
});
