import type { BinnedFeatures } from '../binning/binned-features.ts';

/**
 * Sums of packed derivatives over the rows of a leaf, one number per bin. The bins of a feature follow each other from
 * `offsets[feature]`.
 */
export type SplitHistogram = Float64Array;

/** First bin of each feature in a histogram; the last entry is the number of all bins. */
export function layOutBins(binned: BinnedFeatures): Int32Array {
  const offsets = new Int32Array(binned.featureCount + 1);
  for (const [feature, thresholds] of binned.thresholds.entries()) {
    offsets[feature + 1] = (offsets[feature] as number) + thresholds.length + 1;
  }
  return offsets;
}

/** Rows of a leaf, and the packed derivatives of each row in the same order. */
export interface LeafRows {
  readonly rows: Int32Array;
  readonly packed: Float64Array;
}

/** Sets the sums of these features to those of the leaf; all other sums are undefined. */
export function fillHistogram(
  sums: SplitHistogram,
  { bins, rowCount }: BinnedFeatures,
  offsets: Int32Array,
  features: Int32Array,
  leaf: LeafRows,
): void {
  for (const feature of features) sums.fill(0, offsets[feature], offsets[feature + 1]);
  const columns = Int32Array.from(features, (feature) => feature * rowCount);
  const starts = Int32Array.from(features, (feature) => offsets[feature] as number);
  let at = 0;
  for (; at + 4 <= features.length; at += 4) {
    addFourColumns(sums, bins, columns.subarray(at, at + 4), starts.subarray(at, at + 4), leaf);
  }
  for (; at < features.length; at += 1) {
    addColumn(sums, bins, columns[at] as number, starts[at] as number, leaf);
  }
}

/** Four columns at a time are faster than one at a time (measured): fewer reads for the same sums. */
function addFourColumns(
  sums: SplitHistogram,
  bins: Uint8Array,
  columns: Int32Array,
  starts: Int32Array,
  { rows, packed }: LeafRows,
): void {
  const [column0 = 0, column1 = 0, column2 = 0, column3 = 0] = columns;
  const [start0 = 0, start1 = 0, start2 = 0, start3 = 0] = starts;
  for (let at = 0; at < rows.length; at += 1) {
    const row = rows[at] as number;
    const value = packed[at] as number;
    const bin0 = start0 + (bins[column0 + row] as number);
    const bin1 = start1 + (bins[column1 + row] as number);
    const bin2 = start2 + (bins[column2 + row] as number);
    const bin3 = start3 + (bins[column3 + row] as number);
    sums[bin0] = (sums[bin0] as number) + value;
    sums[bin1] = (sums[bin1] as number) + value;
    sums[bin2] = (sums[bin2] as number) + value;
    sums[bin3] = (sums[bin3] as number) + value;
  }
}

function addColumn(
  sums: SplitHistogram,
  bins: Uint8Array,
  column: number,
  start: number,
  { rows, packed }: LeafRows,
): void {
  for (let at = 0; at < rows.length; at += 1) {
    const bin = start + (bins[column + (rows[at] as number)] as number);
    sums[bin] = (sums[bin] as number) + (packed[at] as number);
  }
}

/** Turns the sums of these features of a leaf into those of one child: subtracts the other child's. */
export function subtractHistogram(
  sums: SplitHistogram,
  child: SplitHistogram,
  offsets: Int32Array,
  features: Int32Array,
): void {
  for (const feature of features) {
    const end = offsets[feature + 1] as number;
    for (let at = offsets[feature] as number; at < end; at += 1)
      sums[at] = (sums[at] as number) - (child[at] as number);
  }
}
