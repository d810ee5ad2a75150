import { chooseThresholds } from './bin-thresholds.ts';

/** A feature matrix with each value replaced by its bin. */
export interface BinnedFeatures {
  readonly rowCount: number;
  readonly featureCount: number;
  /** Column-major: the bin of a row's feature is at `feature * rowCount + row`. */
  readonly bins: Uint8Array;
  /**
   * By feature, ascending; one less than there are bins. A value is in the first bin whose threshold is not below it, or
   * else in the last bin. So `bin <= b` and `value <= thresholds[b]` are equivalent.
   */
  readonly thresholds: readonly Float32Array[];
}

/** With more rows, an even sample of this size is used to choose the thresholds. */
const sampledRows = 20_000;
/** Features that are read together. */
const blockSize = 16;

/**
 * Bins a row-major matrix by quantiles, at most `maxBins` (2 to 255) bins a feature.
 * Throws a RangeError that names the feature when a value is not finite.
 */
export function binFeatures(
  features: Float32Array,
  rowCount: number,
  featureCount: number,
  maxBins: number,
): BinnedFeatures {
  const bins = new Uint8Array(rowCount * featureCount);
  const columns = Array.from({ length: Math.min(blockSize, featureCount) }, () => new Float32Array(rowCount));
  const sample = new Float32Array(Math.min(rowCount, sampledRows));
  const thresholds: Float32Array[] = [];
  for (let first = 0; first < featureCount; first += blockSize) {
    const block = columns.slice(0, featureCount - first);
    readColumns(features, featureCount, first, block);
    for (const [at, column] of block.entries()) {
      const step = rowCount / sample.length;
      for (let place = 0; place < sample.length; place += 1) sample[place] = column[Math.floor(place * step)] as number;
      const chosen = chooseThresholds(sample.sort(), maxBins);
      binColumn(column, chosen, bins, (first + at) * rowCount);
      thresholds.push(chosen);
    }
  }
  return { rowCount, featureCount, bins, thresholds };
}

/** Reads neighbouring features of each row together: three times as fast as one at a time (measured). */
function readColumns(
  features: Float32Array,
  featureCount: number,
  first: number,
  columns: readonly Float32Array[],
): void {
  const rowCount = columns[0]?.length ?? 0;
  for (let row = 0; row < rowCount; row += 1) {
    for (let at = 0; at < columns.length; at += 1) {
      const value = features[row * featureCount + first + at] as number;
      if (!Number.isFinite(value)) throw new RangeError(`feature ${first + at} is ${value} in row ${row}`);
      (columns[at] as Float32Array)[row] = value;
    }
  }
}

function binColumn(column: Float32Array, thresholds: Float32Array, bins: Uint8Array, start: number): void {
  let before = Number.NaN;
  let bin = 0;
  for (let row = 0; row < column.length; row += 1) {
    const value = column[row] as number;
    // Most features of a candidate equal those of the one before it.
    if (value !== before) {
      before = value;
      bin = binOf(value, thresholds);
    }
    bins[start + row] = bin;
  }
}

function binOf(value: number, thresholds: Float32Array): number {
  let low = 0;
  let high = thresholds.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (value <= (thresholds[middle] as number)) high = middle;
    else low = middle + 1;
  }
  return low;
}
