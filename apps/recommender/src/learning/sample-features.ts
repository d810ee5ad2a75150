import { evenly } from '../ranking/index.ts';
import type { Holdout } from './holdout.ts';
import type { RankingTask } from './ranking-task.ts';
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
  const values = evenly(tasks.length, mostTasks).flatMap((index) =>
    Array.from(candidatesOf(snapshot, tasks[index] as RankingTask, sizedArticleTypes, data).features.values),
  );
  return Float32Array.from(values);
}
