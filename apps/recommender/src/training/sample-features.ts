import { candidatesOf } from './examples.ts';
import type { TimeSlice } from './time-slices.ts';
import { type RankerData, snapshotAsOf } from './train-ranker.ts';

const mostTasks = 16;

/** Feature vectors as in serving, for tasks spread over a slice. Loaded models are checked with them. */
export function sampleFeatures(
  data: RankerData,
  { today, tasks }: TimeSlice,
  sizedArticleTypes: ReadonlySet<string>,
): Float32Array {
  const snapshot = snapshotAsOf(data, today);
  const count = Math.min(mostTasks, tasks.length);
  const picked = Array.from({ length: count }, (_, index) => tasks[Math.floor((index * tasks.length) / count)]);
  const matrices = picked.flatMap((task) =>
    task === undefined ? [] : [candidatesOf(snapshot, task, today, sizedArticleTypes).features.values],
  );
  const sample = new Float32Array(matrices.reduce((size, { length }) => size + length, 0));
  let place = 0;
  for (const matrix of matrices) {
    sample.set(matrix, place);
    place += matrix.length;
  }
  return sample;
}
