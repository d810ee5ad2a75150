import fc from 'fast-check';
import { findBestSplit, type Split } from './best-split.ts';

const bin = fc.record({
  gradient: fc.integer({ min: -20, max: 20 }),
  hessian: fc.integer({ min: 0, max: 10 }),
  count: fc.integer({ min: 0, max: 5 }),
});

type Bin = { gradient: number; hessian: number; count: number };

const sum = (bins: readonly Bin[], of: keyof Bin) => bins.reduce((total, one) => total + one[of], 0);
const worth = (bins: readonly Bin[], l2: number) => sum(bins, 'gradient') ** 2 / (sum(bins, 'hessian') + l2);

describe('findBestSplit', () => {
  it('finds the same split as an exhaustive search', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(bin, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 4 }),
        fc.record({ minRowsInLeaf: fc.integer({ min: 1, max: 6 }), l2: fc.nat(3), minGain: fc.nat(5) }),
        (features, rules) => {
          const bins = features.flat();
          const histogram = Float64Array.from(
            bins.flatMap(({ gradient, hessian, count }) => [gradient, hessian, count]),
          );
          const offsets = Int32Array.of(0, ...features.map((_, at) => features.slice(0, at + 1).flat().length));
          let best: Split | null = null;
          for (const [feature, own] of features.entries()) {
            for (let at = 0; at + 1 < own.length; at += 1) {
              const sides = [own.slice(0, at + 1), own.slice(at + 1)] as const;
              const allowed = sides.every(
                (side) => sum(side, 'count') >= rules.minRowsInLeaf && sum(side, 'hessian') > 0,
              );
              if (!allowed) continue;
              const gain = worth(sides[0], rules.l2) + worth(sides[1], rules.l2) - worth(own, rules.l2);
              if (gain > Math.max(best?.gain ?? rules.minGain, 1e-9)) best = { feature, bin: at, gain };
            }
          }
          expect(findBestSplit(histogram, offsets, Int32Array.from(features.keys()), rules)).toEqual(best);
        },
      ),
      { numRuns: 500 },
    );
  });

  it('uses only the allowed features', () => {
    const histogram = Float64Array.of(-9, 1, 5, 9, 1, 5, -1, 1, 5, 1, 1, 5);
    const rules = { minRowsInLeaf: 1, l2: 0, minGain: 0 };
    const best = (...features: number[]) =>
      findBestSplit(histogram, Int32Array.of(0, 2, 4), Int32Array.from(features), rules);
    expect(best(0, 1)).toEqual({ feature: 0, bin: 0, gain: 162 });
    expect(best(1)).toEqual({ feature: 1, bin: 0, gain: 2 });
  });
});
