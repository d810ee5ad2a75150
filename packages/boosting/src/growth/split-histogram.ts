import type { BinnedFeatures } from '../binning/binned-features.ts';

/**
 * Sums over the rows of a leaf, three numbers per bin: the gradients, the hessians and the number of rows. The bins of a
 * feature follow each other from `offsets[feature]`.
 */
export type SplitHistogram = Float64Array;

export const numbersPerBin = 3;

/** First bin of each feature in a histogram; the last entry is the number of all bins. */
export function layOutBins(binned: BinnedFeatures): Int32Array {
  const offsets = new Int32Array(binned.featureCount + 1);
  for (const [feature, thresholds] of binned.thresholds.entries()) {
    offsets[feature + 1] = (offsets[feature] as number) + thresholds.length + 1;
  }
  return offsets;
}

/** Rows of a leaf, and for each row in the same order its gradient and its hessian. */
export interface LeafRows {
  readonly rows: Int32Array;
  readonly derivatives: Float64Array;
}

/** Sets the sums of these features to those of the leaf, and all other sums to 0. */
export function fillHistogram(
  sums: SplitHistogram,
  { bins, rowCount }: BinnedFeatures,
  offsets: Int32Array,
  features: Int32Array,
  leaf: LeafRows,
): void {
  sums.fill(0);
  const columns = Int32Array.from(features, (feature) => feature * rowCount);
  const starts = Int32Array.from(features, (feature) => numbersPerBin * (offsets[feature] as number));
  let at = 0;
  for (; at + 4 <= features.length; at += 4) {
    addFourColumns(sums, bins, columns.subarray(at, at + 4), starts.subarray(at, at + 4), leaf);
  }
  for (; at < features.length; at += 1) {
    addColumn(sums, bins, columns[at] as number, starts[at] as number, leaf);
  }
}

/** Four columns at a time are 1.9 times as fast as one at a time (measured): fewer reads for the same sums. */
function addFourColumns(
  sums: SplitHistogram,
  bins: Uint8Array,
  columns: Int32Array,
  starts: Int32Array,
  { rows, derivatives }: LeafRows,
): void {
  const [column0 = 0, column1 = 0, column2 = 0, column3 = 0] = columns;
  const [start0 = 0, start1 = 0, start2 = 0, start3 = 0] = starts;
  for (let at = 0; at < rows.length; at += 1) {
    const row = rows[at] as number;
    const gradient = derivatives[2 * at] as number;
    const hessian = derivatives[2 * at + 1] as number;
    add(sums, start0 + numbersPerBin * (bins[column0 + row] as number), gradient, hessian);
    add(sums, start1 + numbersPerBin * (bins[column1 + row] as number), gradient, hessian);
    add(sums, start2 + numbersPerBin * (bins[column2 + row] as number), gradient, hessian);
    add(sums, start3 + numbersPerBin * (bins[column3 + row] as number), gradient, hessian);
  }
}

function addColumn(
  sums: SplitHistogram,
  bins: Uint8Array,
  column: number,
  start: number,
  { rows, derivatives }: LeafRows,
): void {
  for (let at = 0; at < rows.length; at += 1) {
    const bin = start + numbersPerBin * (bins[column + (rows[at] as number)] as number);
    add(sums, bin, derivatives[2 * at] as number, derivatives[2 * at + 1] as number);
  }
}

function add(sums: SplitHistogram, at: number, gradient: number, hessian: number): void {
  sums[at] = (sums[at] as number) + gradient;
  sums[at + 1] = (sums[at + 1] as number) + hessian;
  sums[at + 2] = (sums[at + 2] as number) + 1;
}

/** Turns the histogram of a leaf into that of one child: subtracts the other child's. */
export function subtractHistogram(sums: SplitHistogram, child: SplitHistogram): void {
  for (let at = 0; at < sums.length; at += 1) sums[at] = (sums[at] as number) - (child[at] as number);
}
