import { numbersPerBin, type SplitHistogram } from './split-histogram.ts';

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
  readonly minGain: number;
}

/** Smaller gains are rounding errors. Leaves with a smaller hessian get extreme values. */
const leastGain = 1e-9;
const leastHessian = 1e-3;

/** The split with the greatest gain; of the lowest feature and bin among equals. Null when no split is allowed. */
export function findBestSplit(
  sums: SplitHistogram,
  offsets: Int32Array,
  features: Int32Array,
  { minRowsInLeaf, l2, minGain }: SplitRules,
): Split | null {
  let bestGain = Math.max(minGain, leastGain);
  let bestFeature = -1;
  let bestBin = 0;
  for (const feature of features) {
    const start = numbersPerBin * (offsets[feature] as number);
    const end = numbersPerBin * (offsets[feature + 1] as number);
    let gradient = 0;
    let hessian = 0;
    let count = 0;
    for (let at = start; at < end; at += numbersPerBin) {
      gradient += sums[at] as number;
      hessian += sums[at + 1] as number;
      count += sums[at + 2] as number;
    }
    const unsplit = (gradient * gradient) / (hessian + l2);
    let leftGradient = 0;
    let leftHessian = 0;
    let leftCount = 0;
    for (let at = start; at < end - numbersPerBin; at += numbersPerBin) {
      leftGradient += sums[at] as number;
      leftHessian += sums[at + 1] as number;
      leftCount += sums[at + 2] as number;
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
        bestBin = (at - start) / numbersPerBin;
      }
    }
  }
  return bestFeature < 0 ? null : { feature: bestFeature, bin: bestBin, gain: bestGain };
}
