import { splitEnsemble, type TreeEnsemble } from '@callside/boosting';
import type { TrainingObjective } from '@callside/schemas';
import { featureNames } from '../ranking/index.ts';
import { type GrownRanker, type GrowthSettings, growRankers, importanceOf } from './grow-ranker.ts';
import { itemValues } from './item-values.ts';
import { planQueryDays, type QueryDays } from './query-days.ts';
import { QuerySegment } from './query-segment.ts';
import { type QueryDay, type TaskKind, taskKinds } from './ranking-task.ts';
import type { RankerData } from './shop-as-of.ts';
import { tasksByDay } from './tasks-by-day.ts';
import { prepareQueryDays } from './threads/prepare-query-days.ts';

export interface RankerSettings {
  readonly seed: number;
  /** Conversion when absent. The others need prices and unit costs in the catalogue. */
  readonly trainedFor?: TrainingObjective;
  readonly sizedArticleTypes: ReadonlySet<string>;
  /** Limit of tasks of each kind, before the holdout and in it. */
  readonly mostTasks: number;
  readonly mostTargets: number;
  readonly boosting: Omit<GrowthSettings, 'seed'>;
}

export interface TrainedRanker {
  /** Trained on all orders: the model that serves. */
  readonly ensemble: TreeEnsemble;
  /** Trained in the same way on the orders before the holdout. It is measured on the holdout. */
  readonly backtest: TreeEnsemble;
  /** Names of the objectives of the trees. */
  readonly objective: string;
  /** Share of the gain by feature name; sums to 1. */
  readonly importance: Readonly<Record<string, number>>;
  /** Rows of the training examples. */
  readonly exampleCount: number;
}

export interface TrainingProgress {
  readonly step: string;
  readonly done: number;
  readonly total: number;
}

export const defaultRankerSettings: Omit<RankerSettings, 'seed' | 'sizedArticleTypes'> = {
  mostTasks: 16_000,
  // In a grocery with six products a basket, 4,000 baskets gave as good a model as 12,000 (measured).
  mostTargets: 36_000,
  boosting: {
    trees: 100,
    leaves: 16,
    learningRate: 0.08,
    minRowsInLeaf: 400,
    l2: 5,
    featureFraction: 0.5,
    queryFraction: 0.8,
    maxBins: 128,
  },
};

/** Other features matter with anchors than without them, so each query segment has its own trees. */
const withAnchors = { feature: featureNames.indexOf('anchors'), threshold: 0.5 };

/**
 * Trains a ranker on past baskets, each as a task of its own day; the same data and settings give exactly the same trees.
 * Rejects with a RangeError when the orders cover too little time or there is nothing to learn from.
 */
export async function trainRanker(
  data: RankerData,
  settings: RankerSettings,
  onProgress: (progress: TrainingProgress) => void = () => {},
): Promise<TrainedRanker> {
  const values = itemValues(settings.trainedFor ?? 'conversion', data);
  const queryDays = planQueryDays(data.rows);
  if (queryDays.before.length === 0) {
    throw new RangeError('the orders cover too little time to train and to check on later purchases');
  }
  const all = taskKinds.map((kind) => new QuerySegment(kind, values));
  await addBaskets(all, data, queryDays, settings, onProgress);
  const segments = all.filter(({ canBeBacktested }) => canBeBacktested);
  if (segments.length === 0) {
    throw new RangeError('no purchased product was among the candidates that earlier data gave');
  }
  // All rankers grow together, so that all threads are busy until the end.
  const grown = growRankers(
    [...segments.map((segment) => segment.examples()), ...segments.map((segment) => segment.backtest())],
    { ...settings.boosting, seed: settings.seed },
    (done, total) => onProgress({ step: 'trees', done, total }),
  );
  const rankers = grown.slice(0, segments.length);
  const kinds = segments.map(({ kind }) => kind);
  return {
    ensemble: joined(kinds, rankers),
    backtest: joined(kinds, grown.slice(segments.length)),
    objective: 'logistic and lambdarank',
    importance: importanceOf(rankers),
    exampleCount: segments.reduce((sum, { rowCount }) => sum + rowCount, 0),
  };
}

/** Adds the baskets before the holdout, ends the backtest, and adds the baskets of the holdout. */
async function addBaskets(
  segments: readonly QuerySegment[],
  data: RankerData,
  { before, holdout }: QueryDays,
  { mostTasks, mostTargets, seed, sizedArticleTypes }: RankerSettings,
  onProgress: (progress: TrainingProgress) => void,
): Promise<void> {
  const tasksOf = (days: readonly number[]) => tasksByDay(data.rows, days, { mostTasks, mostTargets, seed });
  const [early, late] = [tasksOf(before), tasksOf(holdout)];
  const total = [...early, ...late].reduce((sum, { tasks }) => sum + tasks.length, 0);
  let done = 0;
  const addDays = async (days: readonly QueryDay[]) => {
    for await (const query of prepareQueryDays(data, days, { sizedArticleTypes })) {
      for (const segment of segments) segment.add(query, seed);
      done += 1;
      onProgress({ step: 'examples', done, total });
    }
  };
  await addDays(early);
  for (const segment of segments) segment.endOfBacktest();
  await addDays(late);
}

/** One ensemble for both query segments; `rankers` has one for each of `kinds`. A segment without one uses the trees of the other. */
export function joined(kinds: readonly TaskKind[], rankers: readonly Pick<GrownRanker, 'ensemble'>[]): TreeEnsemble {
  const [atMost, above] = taskKinds.map((kind) => rankers[kinds.indexOf(kind)]?.ensemble);
  if (atMost && above) return splitEnsemble(withAnchors, { atMost, above });
  return (atMost ?? above) as TreeEnsemble;
}
