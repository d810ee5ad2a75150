import { splitEnsemble, type TreeEnsemble } from '@callside/boosting';
import type { TrainingObjective } from '@callside/schemas';
import { featureNames } from '../domain/feature-registry.ts';
import { type GrownRanker, type GrowthSettings, growRankers, importanceOf } from './grow-ranker.ts';
import { itemValues } from './item-values.ts';
import { planQueryDays } from './query-days.ts';
import { QuerySegment } from './query-segment.ts';
import { type QueryDay, type TaskKind, taskKinds } from './ranking-task.ts';
import type { RankerData } from './shop-as-of.ts';
import { tasksByDay } from './tasks-by-day.ts';
import { askDays } from './threads/ask-days.ts';

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

/** With fewer recorded recommendations, the result would be mostly noise. */
const enoughRecorded = 200;
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
  const { seed, mostTasks, mostTargets, sizedArticleTypes, trainedFor = 'conversion' } = settings;
  const values = itemValues(trainedFor, data);
  const { before, holdout, holdoutFrom } = planQueryDays(data.rows);
  if (before.length === 0) {
    throw new RangeError('the orders cover too little time to train and to check on later purchases');
  }
  const done = (step: string, at: number, of: number) => onProgress({ step, done: at, total: of });
  const segments = taskKinds.map((kind) => new QuerySegment(kind, values));
  const [early, late] = [before, holdout].map((days) =>
    tasksByDay(data.rows, days, { mostTasks, mostTargets, seed }),
  ) as [QueryDay[], QueryDay[]];
  const taskCount = [...early, ...late].reduce((sum, { tasks }) => sum + tasks.length, 0);
  let askedCount = 0;
  const addDays = async (days: readonly QueryDay[]) => {
    for await (const asked of askDays(data, days, { sizedArticleTypes })) {
      segments.find(({ kind }) => kind === asked.task.kind)?.add(asked, seed);
      askedCount += 1;
      done('examples', askedCount, taskCount);
    }
  };
  await addDays(early);
  for (const segment of segments) segment.endOfBacktest();
  await addDays(late);
  const taught = segments.filter(({ canBeBacktested }) => canBeBacktested);
  if (taught.length === 0) {
    throw new RangeError('no purchased product was among the candidates that earlier data gave');
  }
  const recorded = data.recorded ?? [];
  if (recorded.length >= enoughRecorded) {
    for (const offers of recorded) {
      const kind = (offers.features[withAnchors.feature] ?? 0) > withAnchors.threshold ? 'anchors' : 'next purchase';
      taught.find((segment) => segment.kind === kind)?.addRecorded(offers);
    }
  }
  // All rankers grow together, so that all threads are busy until the end.
  const grown = growRankers(
    [...taught.map((segment) => segment.examples()), ...taught.map((segment) => segment.backtest(holdoutFrom))],
    { ...settings.boosting, seed },
    (trees, of) => done('trees', trees, of),
  );
  const byKind = (rankers: readonly GrownRanker[]) => {
    return new Map(taught.map(({ kind }, at) => [kind, rankers[at]?.ensemble as TreeEnsemble]));
  };
  const learnt = grown.slice(0, taught.length);
  return {
    ensemble: joined(byKind(learnt)),
    backtest: joined(byKind(grown.slice(taught.length))),
    objective: 'logistic and lambdarank',
    importance: importanceOf(learnt),
    exampleCount: taught.reduce((sum, { rowCount }) => sum + rowCount, 0),
  };
}

/** One ensemble for both query segments. A segment without examples uses the trees of the other one. */
export function joined(byKind: ReadonlyMap<TaskKind, TreeEnsemble>): TreeEnsemble {
  const [atMost, above] = [byKind.get('next purchase'), byKind.get('anchors')];
  if (atMost && above) return splitEnsemble(withAnchors, { atMost, above });
  return (atMost ?? above) as TreeEnsemble;
}
