import { gradientFactor, type PackedDerivatives } from './packed-derivatives.ts';
import type { SplitHistogram } from './split-histogram.ts';

/** Rows whose bin of the feature is at most `bin` go left. */
export interface Split {
  readonly feature: number;
  readonly bin: number;
  /** Decrease of the loss, to second order. */
  readonly gain: number;
}

export interface SplitRules {
  readonly minRowsInLeaf: number;
  readonly l2: number;
}

/** What a search reads of a leaf. */
export interface LeafSums {
  readonly sums: SplitHistogram;
  readonly offsets: Int32Array;
  readonly units: Pick<PackedDerivatives, 'gradientUnit' | 'hessianUnit'>;
  readonly rowCount: number;
  /** The number of rows in each bin of a feature; valid until the next call. */
  countRows(feature: number): Int32Array;
}

/** Smaller gains are rounding errors. Leaves with a smaller hessian get extreme values. */
const leastGain = 1e-9;
const leastHessian = 1e-3;

/**
 * The split with the greatest gain; of equal gains, that of the lowest feature and bin. Null when no split is allowed. Rows are
 * counted only for features whose best split would be taken: a histogram has no counts.
 */
export function findBestSplit(leaf: LeafSums, features: Int32Array, rules: SplitRules): Split | null {
  const best = Array.from(features, (feature) => bestOfFeature(leaf, feature, rules, null));
  const isCounted = new Uint8Array(features.length);
  for (;;) {
    let at = -1;
    for (let other = 0; other < best.length; other += 1) {
      if (best[other] != null && (at < 0 || (best[other] as Split).gain > (best[at] as Split).gain)) at = other;
    }
    if (at < 0) return null;
    if (isCounted[at] === 1) return best[at] as Split;
    const feature = features[at] as number;
    best[at] = bestOfFeature(leaf, feature, rules, leaf.countRows(feature));
    isCounted[at] = 1;
  }
}

/** Without counts, the rule for rows in a leaf is ignored. */
function bestOfFeature(
  { sums, offsets, units, rowCount }: LeafSums,
  feature: number,
  { minRowsInLeaf, l2 }: SplitRules,
  counts: Int32Array | null,
): Split | null {
  const { gradientUnit, hessianUnit } = units;
  const start = offsets[feature] as number;
  const last = (offsets[feature + 1] as number) - 1;
  let all = 0;
  for (let at = start; at <= last; at += 1) all += sums[at] as number;
  const wholeGradient = Math.floor(all / gradientFactor);
  const gradient = gradientUnit * wholeGradient;
  const hessian = hessianUnit * (all - wholeGradient * gradientFactor);
  const unsplit = (gradient * gradient) / (hessian + l2);
  let bestGain = leastGain;
  let bestBin = -1;
  let left = 0;
  let leftCount = 0;
  for (let at = start; at < last; at += 1) {
    left += sums[at] as number;
    if (counts !== null) {
      leftCount += counts[at - start] as number;
      if (leftCount < minRowsInLeaf) continue;
      if (rowCount - leftCount < minRowsInLeaf) break;
    }
    const leftWhole = Math.floor(left / gradientFactor);
    const leftGradient = gradientUnit * leftWhole;
    const leftHessian = hessianUnit * (left - leftWhole * gradientFactor);
    if (leftHessian < leastHessian) continue;
    const rightGradient = gradient - leftGradient;
    const rightHessian = hessian - leftHessian;
    if (rightHessian < leastHessian) break;
    const gain =
      (leftGradient * leftGradient) / (leftHessian + l2) +
      (rightGradient * rightGradient) / (rightHessian + l2) -
      unsplit;
    if (gain > bestGain) {
      bestGain = gain;
      bestBin = at - start;
    }
  }
  return bestBin < 0 ? null : { feature, bin: bestBin, gain: bestGain };
}
