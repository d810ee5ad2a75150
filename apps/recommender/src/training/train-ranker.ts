import type { Catalogue } from '../domain/catalogue.ts';
import { featureNames } from '../domain/feature-registry.ts';
import { buildPurchaseIndex } from '../domain/purchase-index/purchase-index.ts';
import type { PurchaseRows } from '../domain/purchase-rows.ts';
import type { RankingSnapshot } from '../domain/ranking-snapshot.ts';
import { blend } from './blend.ts';
import type { BoostingSettings } from './boosting-settings.ts';
import { ExampleBuilder, type ExampleOrder, type RecordedOffers } from './examples.ts';
import { trainGradientBoostedTrees } from './gradient-boosting.ts';
import { cutTimeSlice, type TimeSlice } from './time-slices.ts';
import type { TrainingSet } from './training-set.ts';
import type { TreeEnsemble } from './tree-ensemble.ts';
import { scoreRows } from './tree-ensemble-scoring.ts';
import { createValidationScore } from './validation-score.ts';

export interface RankerData {
  readonly catalogue: Catalogue;
  readonly rows: PurchaseRows;
  /** Offers that were answered by purchases; they count when there are enough of them. */
  readonly recorded?: readonly RecordedOffers[];
}

export interface RankerSettings {
  readonly seed: number;
  readonly sizedArticleTypes: ReadonlySet<string>;
  /** Days of the slice to report on and of the one to choose by, the last of all orders. */
  readonly sliceDays: number;
  /** A slice to learn from looks this many days ahead: customers who come back late count as well. */
  readonly horizonDays: number;
  /** Slices to learn from begin so many days apart: no multiple of a week, so that weekdays differ. */
  readonly stepDays: number;
  readonly slices: number;
  /** Of each kind, in each slice. */
  readonly mostTasks: number;
  readonly boosting: Omit<BoostingSettings, 'objective' | 'seed'>;
}

/** What the trees were grown for; `blend` adds both kinds up. */
export type RankerObjective = BoostingSettings['objective'] | 'blend';

export interface TrainedRanker {
  readonly ensemble: TreeEnsemble;
  readonly objective: RankerObjective;
  /** On the validation slice: mean of recall@10 and NDCG@10. */
  readonly validationScores: Readonly<Record<RankerObjective, number>>;
  /** Gain by feature name, sums to 1. */
  readonly importance: Readonly<Record<string, number>>;
  /** Rows that were learnt from. */
  readonly exampleCount: number;
  /** The slice that neither the trees nor the choices saw. */
  readonly testSlice: TimeSlice;
}

export interface TrainingProgress {
  readonly step: string;
  readonly done: number;
  readonly total: number;
}

export const defaultRankerSettings: Omit<RankerSettings, 'seed' | 'sizedArticleTypes'> = {
  sliceDays: 30,
  horizonDays: 60,
  stepDays: 20,
  slices: 24,
  mostTasks: 700,
  boosting: {
    trees: 300,
    leaves: 16,
    learningRate: 0.05,
    minRowsInLeaf: 400,
    l2: 5,
    featureFraction: 0.5,
    queryFraction: 0.8,
    maxBins: 128,
    earlyStoppingRounds: 40,
  },
};

/** Fewer answered recommendations than this say more about chance than about customers. */
const enoughRecorded = 200;
const sampled = { foremost: 60, oneIn: 4 };
const whole = { foremost: Number.POSITIVE_INFINITY, oneIn: 1 };

/** Trains a ranker on slices of time; the same data and settings give the same trees bit for bit. */
export function trainRanker(
  data: RankerData,
  settings: RankerSettings,
  onProgress: (progress: TrainingProgress) => void = () => {},
): TrainedRanker {
  const { sliceDays, mostTasks, seed } = settings;
  const plan = planSlices(data.rows, settings);
  if (plan.training.length === 0) {
    throw new RangeError('the orders cover too little time to train and to check on later purchases');
  }
  const cut = (today: number, days: number) => cutTimeSlice(data.rows, { today, days, mostTasks, seed });
  const done = (step: string, at: number, of: number) => onProgress({ step, done: at, total: of });
  const examples = new ExampleBuilder();
  for (const [index, today] of plan.training.entries()) {
    addExamples(examples, data, cut(today, plan.horizonDays), settings, sampled);
    done('examples', index + 1, plan.training.length + 1);
  }
  const recorded = data.recorded ?? [];
  if (recorded.length >= enoughRecorded) for (const offers of recorded) examples.addRecorded(offers);
  const validation = new ExampleBuilder();
  addExamples(validation, data, cut(plan.validation, sliceDays), settings, whole);
  done('examples', plan.training.length + 1, plan.training.length + 1);
  return {
    ...fit(examples.build(), validation.build(), settings, done),
    exampleCount: examples.rowCount,
    testSlice: cut(plan.test, sliceDays),
  };
}

function fit(
  train: TrainingSet,
  validation: TrainingSet,
  settings: RankerSettings,
  done: (step: string, at: number, of: number) => void,
) {
  const grow = (objective: BoostingSettings['objective']) =>
    trainGradientBoostedTrees(train, validation, { ...settings.boosting, objective, seed: settings.seed }, (round) =>
      done(objective, round, settings.boosting.trees),
    );
  const [logistic, lambdarank] = [grow('logistic'), grow('lambdarank')];
  const rowCount = validation.labels.length;
  const scoreOf = createValidationScore(validation);
  const rival = (objective: RankerObjective, ensemble: TreeEnsemble, importance: Float64Array) => ({
    objective,
    ensemble,
    importance,
    score: scoreOf(scoreRows(ensemble, validation.features, rowCount)),
  });
  const rivals = [
    rival('logistic', logistic.ensemble, logistic.importance),
    rival('lambdarank', lambdarank.ensemble, lambdarank.importance),
    rival(
      'blend',
      blend(logistic.ensemble, lambdarank.ensemble, validation.features, rowCount),
      logistic.importance.map((gain, index) => (gain + (lambdarank.importance[index] as number)) / 2),
    ),
  ];
  const best = rivals.reduce((one, other) => (other.score > one.score ? other : one));
  return {
    ensemble: best.ensemble,
    objective: best.objective,
    validationScores: Object.fromEntries(rivals.map(({ objective, score }) => [objective, score])) as Record<
      RankerObjective,
      number
    >,
    importance: Object.fromEntries(featureNames.map((name, index) => [name, best.importance[index] as number])),
  };
}

interface SlicePlan {
  readonly horizonDays: number;
  /** First days of the slices. */
  readonly test: number;
  readonly validation: number;
  readonly training: readonly number[];
}

/** The last slice is to report on, the one before to choose by; what is learnt from ends before either begins. */
function planSlices({ days }: PurchaseRows, settings: RankerSettings): SlicePlan {
  const { sliceDays, stepDays, slices } = settings;
  const end = days.reduce((latest, day) => Math.max(latest, day), Number.NEGATIVE_INFINITY) + 1;
  const start = days.reduce((earliest, day) => Math.min(earliest, day), Number.POSITIVE_INFINITY);
  const [test, validation] = [end - sliceDays, end - 2 * sliceDays];
  // Of a short past, shorter slices: before the first there must be something to know.
  const horizon = Math.min(settings.horizonDays, Math.floor((validation - start) / 2));
  const first = validation - horizon;
  const training = Array.from({ length: slices }, (_, index) => first - index * stepDays);
  return {
    horizonDays: horizon,
    test,
    validation,
    training: training.filter((today) => horizon > 0 && today >= start + horizon),
  };
}

function addExamples(
  builder: ExampleBuilder,
  data: RankerData,
  slice: TimeSlice,
  { seed, sizedArticleTypes }: RankerSettings,
  kept: Pick<ExampleOrder, 'foremost' | 'oneIn'>,
): void {
  const snapshot = snapshotAsOf(data, slice.today);
  for (const task of slice.tasks) builder.add(snapshot, task, slice.today, { ...kept, seed, sizedArticleTypes });
}

/** What was known on that day, everything in stock. */
export function snapshotAsOf({ catalogue, rows }: RankerData, today: number): RankingSnapshot {
  return {
    catalogue,
    inStock: new Uint8Array(catalogue.items.length).fill(1),
    purchases: buildPurchaseIndex(rows, catalogue, today),
  };
}
