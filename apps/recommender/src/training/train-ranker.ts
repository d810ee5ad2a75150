import { splitEnsemble, type TreeEnsemble } from '@callside/boosting';
import { featureNames } from '../domain/feature-registry.ts';
import { type GrowthSettings, meanOf } from './grow-ranker.ts';
import { planQueryDays } from './query-days.ts';
import { QuerySegment } from './query-segment.ts';
import { type QueryDay, type TaskKind, taskKinds } from './ranking-task.ts';
import { candidatesOf, type RankerData, snapshotAsOf } from './shop-as-of.ts';
import { tasksByDay } from './tasks-by-day.ts';

export interface RankerSettings {
  readonly seed: number;
  readonly sizedArticleTypes: ReadonlySet<string>;
  /** Of each kind, before the holdout and in it. */
  readonly mostTasks: number;
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
  boosting: {
    trees: 150,
    leaves: 16,
    learningRate: 0.05,
    minRowsInLeaf: 400,
    l2: 5,
    featureFraction: 0.5,
    queryFraction: 0.8,
    maxBins: 128,
    earlyStoppingRounds: null,
  },
};

/** Fewer recorded recommendations are mostly noise. */
const enoughRecorded = 200;
/** Other features matter with anchors than without them, so each query segment has its own trees. */
const withAnchors = { feature: featureNames.indexOf('anchors'), threshold: 0.5 };

/**
 * Trains a ranker on baskets of the past, each asked on its own day; the same data and settings give exactly the same trees.
 * Throws a RangeError when the orders cover too little time or there is nothing to learn from.
 */
export function trainRanker(
  data: RankerData,
  settings: RankerSettings,
  onProgress: (progress: TrainingProgress) => void = () => {},
): TrainedRanker {
  const { seed, mostTasks } = settings;
  const { before, holdout } = planQueryDays(data.rows);
  if (before.length === 0) {
    throw new RangeError('the orders cover too little time to train and to check on later purchases');
  }
  const done = (step: string, at: number, of: number) => onProgress({ step, done: at, total: of });
  const segments = taskKinds.map((kind) => new QuerySegment(kind));
  const [early, late] = [before, holdout].map((days) => tasksByDay(data.rows, days, { mostTasks, seed })) as [
    QueryDay[],
    QueryDay[],
  ];
  let asked = 0;
  const addDays = (days: readonly QueryDay[]) => {
    for (const { today, tasks } of days) {
      const snapshot = snapshotAsOf(data, today);
      for (const task of tasks) {
        const candidates = candidatesOf(snapshot, task, settings.sizedArticleTypes);
        segments.find(({ kind }) => kind === task.kind)?.add(candidates, task, seed);
      }
      asked += 1;
      done('examples', asked, early.length + late.length);
    }
  };
  addDays(early);
  for (const segment of segments) segment.endOfBacktest();
  addDays(late);
  const taught = segments.filter(({ canBeBacktested }) => canBeBacktested);
  if (taught.length === 0) {
    throw new RangeError('no purchase was among what could be offered from what was known before it');
  }
  const recorded = data.recorded ?? [];
  if (recorded.length >= enoughRecorded) {
    for (const offers of recorded) {
      const kind = (offers.features[withAnchors.feature] ?? 0) > withAnchors.threshold ? 'anchors' : 'next purchase';
      taught.find((segment) => segment.kind === kind)?.addRecorded(offers);
    }
  }
  const grown = taught.map((segment) => ({
    kind: segment.kind,
    ...segment.grow({ ...settings.boosting, seed }, done),
  }));
  const importance = meanOf(grown.map((segment) => segment.importance));
  return {
    ensemble: joined(grown.map(({ kind, ensemble }) => [kind, ensemble])),
    backtest: joined(grown.map(({ kind, backtest }) => [kind, backtest])),
    objective: 'logistic and lambdarank',
    importance: Object.fromEntries(featureNames.map((name, index) => [name, importance[index] as number])),
    exampleCount: taught.reduce((sum, { rowCount }) => sum + rowCount, 0),
  };
}

/** A query segment without examples uses the trees of the other one. */
function joined(ensembles: readonly (readonly [TaskKind, TreeEnsemble])[]): TreeEnsemble {
  const byKind = new Map(ensembles);
  const [atMost, above] = [byKind.get('next purchase'), byKind.get('anchors')];
  if (atMost && above) return splitEnsemble(withAnchors, { atMost, above });
  return (atMost ?? above) as TreeEnsemble;
}
