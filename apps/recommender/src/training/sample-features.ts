import type { Holdout } from './holdout.ts';
import { candidatesOf, type RankerData, snapshotAsOf } from './shop-as-of.ts';

const mostTasks = 16;

/** Feature vectors as in serving, for tasks of the last day of the holdout that has tasks. Loaded models are checked with them. */
export function sampleFeatures(
  data: RankerData,
  { days }: Pick<Holdout, 'days'>,
  sizedArticleTypes: ReadonlySet<string>,
): Float32Array {
  const last = days.findLast(({ tasks }) => tasks.length > 0);
  if (last === undefined) return new Float32Array(0);
  const { today, tasks } = last;
  const snapshot = snapshotAsOf(data, today);
  const count = Math.min(mostTasks, tasks.length);
  const picked = Array.from({ length: count }, (_, index) => tasks[Math.floor((index * tasks.length) / count)]);
  const matrices = picked.flatMap((task) =>
    task === undefined ? [] : [candidatesOf(snapshot, task, sizedArticleTypes).features.values],
  );
  const sample = new Float32Array(matrices.reduce((size, { length }) => size + length, 0));
  let place = 0;
  for (const matrix of matrices) {
    sample.set(matrix, place);
    place += matrix.length;
  }
  return sample;
}
