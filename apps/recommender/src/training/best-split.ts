import type { SplitHistogram } from './split-histogram.ts';

/** Rows whose bin of the feature is at most `bin` go left. */
export interface Split {
  readonly feature: number;
  readonly bin: number;
  /** How much the loss falls, to second order. */
  readonly gain: number;
}

export interface SplitRules {
  readonly minRowsInLeaf: number;
  readonly l2: number;
  readonly minGain: number;
}

/** Gains below are rounding, and leaves with less curvature than this take wild steps. */
const leastGain = 1e-9;
const leastHessian = 1e-3;

/** The split that gains most, of the lowest feature and bin among equals; null when none is allowed. */
export function findBestSplit(
  histogram: SplitHistogram,
  offsets: Int32Array,
  features: Int32Array,
  { minRowsInLeaf, l2, minGain }: SplitRules,
): Split | null {
  const { gradients, hessians, counts } = histogram;
  let bestGain = Math.max(minGain, leastGain);
  let bestFeature = -1;
  let bestBin = 0;
  for (const feature of features) {
    const start = offsets[feature] as number;
    const end = offsets[feature + 1] as number;
    let gradient = 0;
    let hessian = 0;
    let count = 0;
    for (let bin = start; bin < end; bin += 1) {
      gradient += gradients[bin] as number;
      hessian += hessians[bin] as number;
      count += counts[bin] as number;
    }
    const unsplit = (gradient * gradient) / (hessian + l2);
    let leftGradient = 0;
    let leftHessian = 0;
    let leftCount = 0;
    for (let bin = start; bin < end - 1; bin += 1) {
      leftGradient += gradients[bin] as number;
      leftHessian += hessians[bin] as number;
      leftCount += counts[bin] as number;
      if (leftCount < minRowsInLeaf || leftHessian < leastHessian) continue;
      if (count - leftCount < minRowsInLeaf) break;
      const rightGradient = gradient - leftGradient;
      const rightHessian = hessian - leftHessian;
      if (rightHessian < leastHessian) break;
      const gain =
        (leftGradient * leftGradient) / (leftHessian + l2) +
        (rightGradient * rightGradient) / (rightHessian + l2) -
        unsplit;
      if (gain > bestGain) {
        bestGain = gain;
        bestFeature = feature;
        bestBin = bin - start;
      }
    }
  }
  return bestFeature < 0 ? null : { feature: bestFeature, bin: bestBin, gain: bestGain };
}
