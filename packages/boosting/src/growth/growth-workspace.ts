import type { BinnedFeatures } from '../binning/binned-features.ts';
import { RowPartition } from './row-partition.ts';
import { type LeafRows, layOutBins, numbersPerBin, type SplitHistogram } from './split-histogram.ts';

/** Memory that all trees of one training share, so that growing a tree allocates almost nothing. */
export class GrowthWorkspace {
  readonly binned: BinnedFeatures;
  /** First bin of each feature in a histogram. */
  readonly offsets: Int32Array;
  readonly partition: RowPartition;
  readonly #columns: readonly Uint8Array[];
  readonly #histograms: SplitHistogram[] = [];
  readonly #derivatives: Float64Array;

  constructor(binned: BinnedFeatures) {
    const { rowCount, featureCount, bins } = binned;
    this.binned = binned;
    this.offsets = layOutBins(binned);
    this.partition = new RowPartition(rowCount);
    this.#columns = Array.from({ length: featureCount }, (_, feature) =>
      bins.subarray(feature * rowCount, (feature + 1) * rowCount),
    );
    this.#derivatives = new Float64Array(2 * rowCount);
  }

  column(feature: number): Uint8Array {
    return this.#columns[feature] as Uint8Array;
  }

  /** The histogram with this number; it still has the contents of its last use. */
  histogram(number: number): SplitHistogram {
    const known = this.#histograms[number];
    if (known !== undefined) return known;
    const created = new Float64Array(numbersPerBin * (this.offsets[this.binned.featureCount] as number));
    this.#histograms[number] = created;
    return created;
  }

  /** The rows of a part of the partition with their derivatives; valid until the next call. */
  gather(gradients: Float64Array, hessians: Float64Array, start: number, end: number): LeafRows {
    const rows = this.partition.rows.subarray(start, end);
    const derivatives = this.#derivatives;
    for (let at = 0; at < rows.length; at += 1) {
      derivatives[2 * at] = gradients[rows[at] as number] as number;
      derivatives[2 * at + 1] = hessians[rows[at] as number] as number;
    }
    return { rows, derivatives };
  }
}
