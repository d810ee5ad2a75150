/**
 * Thresholds between at most `maxBins` bins with about the same number of values, ascending. A value that is frequent
 * enough to fill a bin has its own bin.
 */
export function chooseThresholds(sorted: Float32Array, maxBins: number): Float32Array {
  const { values, counts } = countDistinct(sorted);
  const thresholds: number[] = [];
  const last = values.length - 1;
  if (values.length <= maxBins) {
    for (let at = 0; at < last; at += 1) thresholds.push(between(values[at] as number, values[at + 1] as number));
    return Float32Array.from(thresholds);
  }
  let valuesLeft = sorted.length;
  let binSize = valuesLeft / maxBins;
  let inBin = 0;
  for (let at = 0; at < last && thresholds.length < maxBins - 1; at += 1) {
    inBin += counts[at] as number;
    if (inBin < binSize && (counts[at + 1] as number) < binSize) continue;
    thresholds.push(between(values[at] as number, values[at + 1] as number));
    valuesLeft -= inBin;
    binSize = valuesLeft / (maxBins - thresholds.length);
    inBin = 0;
  }
  return Float32Array.from(thresholds);
}

function countDistinct(sorted: Float32Array): { values: Float32Array; counts: Int32Array } {
  const values = new Float32Array(sorted.length);
  const counts = new Int32Array(sorted.length);
  let last = -1;
  for (const value of sorted) {
    if (last < 0 || value !== values[last]) {
      last += 1;
      values[last] = value;
    }
    counts[last] = (counts[last] as number) + 1;
  }
  return { values: values.subarray(0, last + 1), counts: counts.subarray(0, last + 1) };
}

/** A float32 from `low` up to below `high`: the middle, so that unseen values go to the nearer side. */
function between(low: number, high: number): number {
  const middle = Math.fround((low + high) / 2);
  return middle < high ? middle : low;
}
