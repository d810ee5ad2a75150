import type { BinnedFeatures } from '../binning/binned-features.ts';
import { type PackedDerivatives, packDerivatives } from './packed-derivatives.ts';
import { RowPartition } from './row-partition.ts';
import { type LeafRows, layOutBins, type SplitHistogram } from './split-histogram.ts';

/** Memory that all trees of one training share, so that growing a tree allocates almost nothing. */
export class GrowthWorkspace {
  readonly binned: BinnedFeatures;
  /** First bin of each feature in a histogram. */
  readonly offsets: Int32Array;
  /** The rows that a tree learns from, and all other rows. */
  readonly partition: RowPartition;
  readonly others: RowPartition;
  readonly #columns: readonly Uint8Array[];
  readonly #histograms: SplitHistogram[] = [];
  readonly #packed: Float64Array;
  readonly #rowsOfLeaf: Int32Array;
  readonly #packedOfLeaf: Float64Array;
  readonly #counts: Int32Array;

  constructor(binned: BinnedFeatures) {
    const { rowCount, featureCount, bins } = binned;
    this.binned = binned;
    this.offsets = layOutBins(binned);
    this.partition = new RowPartition(rowCount);
    this.others = new RowPartition(rowCount);
    this.#columns = Array.from({ length: featureCount }, (_, feature) =>
      bins.subarray(feature * rowCount, (feature + 1) * rowCount),
    );
    this.#packed = new Float64Array(rowCount);
    this.#rowsOfLeaf = new Int32Array(rowCount);
    this.#packedOfLeaf = new Float64Array(rowCount);
    this.#counts = new Int32Array(Math.max(0, ...binned.thresholds.map(({ length }) => length + 1)));
  }

  column(feature: number): Uint8Array {
    return this.#columns[feature] as Uint8Array;
  }

  /** The histogram with this number; it still has the contents of its last use. */
  histogram(number: number): SplitHistogram {
    const known = this.#histograms[number];
    if (known !== undefined) return known;
    const created = new Float64Array(this.offsets[this.binned.featureCount] as number);
    this.#histograms[number] = created;
    return created;
  }

  /** Valid until the next call. */
  pack(rows: Int32Array, gradients: Float64Array, hessians: Float64Array): PackedDerivatives {
    return packDerivatives(this.#packed, rows, gradients, hessians);
  }

  /**
   * The rows of a part of the partition with their packed derivatives, without rows that add nothing to any sum: in
   * LambdaMART, those that are in no pair. Valid until the next call.
   */
  gather(start: number, end: number): LeafRows {
    const rows = this.partition.rows;
    const packed = this.#packed;
    const [rowsOfLeaf, packedOfLeaf] = [this.#rowsOfLeaf, this.#packedOfLeaf];
    let count = 0;
    for (let at = start; at < end; at += 1) {
      const row = rows[at] as number;
      const value = packed[row] as number;
      rowsOfLeaf[count] = row;
      packedOfLeaf[count] = value;
      if (value !== 0) count += 1;
    }
    return { rows: rowsOfLeaf.subarray(0, count), packed: packedOfLeaf };
  }

  /** The number of rows in each bin of a feature, in a part of the partition; valid until the next call. */
  countRows(feature: number, start: number, end: number): Int32Array {
    const counts = this.#counts;
    const column = this.column(feature);
    const { rows } = this.partition;
    counts.fill(0);
    for (let at = start; at < end; at += 1) {
      const bin = column[rows[at] as number] as number;
      counts[bin] = (counts[bin] as number) + 1;
    }
    return counts;
  }
}
