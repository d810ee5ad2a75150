import type { Catalogue } from '../domain/catalogue.ts';
import { featureNames } from '../domain/feature-registry.ts';
import { buildPurchaseIndex } from '../domain/purchase-index/purchase-index.ts';
import type { PurchaseRows } from '../domain/purchase-rows.ts';
import type { RankingSnapshot } from '../domain/ranking-snapshot.ts';
import type { BoostingSettings } from './boosting-settings.ts';
import { candidatesOf, ExampleBuilder, type ExampleOrder, type RecordedOffers } from './examples.ts';
import { trainGradientBoostedTrees } from './gradient-boosting.ts';
import { hashOf } from './stable-hash.ts';
import { cutTimeSlice, type RankingTask, type TimeSlice } from './time-slices.ts';
import type { TreeEnsemble } from './tree-ensemble.ts';

export interface RankerData {
  readonly catalogue: Catalogue;
  readonly rows: PurchaseRows;
  /** Offers that were answered by purchases; they count when there are enough of them. */
  readonly recorded?: readonly RecordedOffers[];
}

export interface RankerSettings {
  readonly seed: number;
  readonly sizedArticleTypes: ReadonlySet<string>;
  /** Days of the slice to report on, the last of all orders. */
  readonly sliceDays: number;
  /** The other slices look this many days ahead: customers who come back late count as well. */
  readonly horizonDays: number;
  /** They begin so many days apart: no multiple of a week, so that weekdays differ. */
  readonly stepDays: number;
  readonly slices: number;
  /** Of each kind, in each slice. */
  readonly mostTasks: number;
  readonly boosting: Omit<BoostingSettings, 'objective' | 'seed'>;
}

export interface TrainedRanker {
  readonly ensemble: TreeEnsemble;
  readonly objective: BoostingSettings['objective'];
  /** On later purchases of other customers: mean of recall@10 and NDCG@10. */
  readonly validationScores: Readonly<Record<BoostingSettings['objective'], number>>;
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
  mostTasks: 600,
  boosting: {
    trees: 240,
    leaves: 8,
    learningRate: 0.05,
    minRowsInLeaf: 1000,
    l2: 5,
    featureFraction: 0.5,
    queryFraction: 0.8,
    maxBins: 128,
    earlyStoppingRounds: 40,
  },
};

/** Fewer answered recommendations than this say more about chance than about customers. */
const enoughRecorded = 200;
/** The latest slices and a part of the customers choose: how many trees, and for which objective. */
const choosing = { slices: 3, oneCustomerIn: 3 };
/** LambdaMART must be better by this much: logistic scores are log-odds, which people can read. */
const lambdarankMargin = 1.01;
/** Fewer trees are chosen by chance where there is little to choose by: more never ranked worse on later purchases. */
const fewestTrees = 100;
const sampled = { foremost: 40, oneIn: 5 };
const whole = { foremost: Number.POSITIVE_INFINITY, oneIn: 1 };

/**
 * Trains a ranker on slices of time; the same data and settings give the same trees bit for bit. Objective and number of
 * trees are chosen on later slices and other customers than were learnt from; then all of them are learnt from. Throws a
 * RangeError when the orders cover too little time or there is nothing to learn from.
 */
export function trainRanker(
  data: RankerData,
  settings: RankerSettings,
  onProgress: (progress: TrainingProgress) => void = () => {},
): TrainedRanker {
  const { sliceDays, mostTasks, seed } = settings;
  const plan = planSlices(data.rows, settings);
  if (plan.slices.length < 2) {
    throw new RangeError('the orders cover too little time to train and to check on later purchases');
  }
  const done = (step: string, at: number, of: number) => onProgress({ step, done: at, total: of });
  const [early, later, all] = [new ExampleBuilder(), new ExampleBuilder(), new ExampleBuilder()];
  const firstEarly = Math.min(choosing.slices, plan.slices.length - 1);
  for (const [index, today] of plan.slices.entries()) {
    const slice = cutTimeSlice(data.rows, { today, days: plan.horizonDays, mostTasks, seed });
    const chooses = ({ customer }: RankingTask) => hashOf(seed, customer) % choosing.oneCustomerIn === 0;
    addExamples(slice, data, settings, [
      { builder: all, kept: sampled, takes: () => true },
      { builder: later, kept: whole, takes: (task) => index < firstEarly && chooses(task) },
      { builder: early, kept: sampled, takes: (task) => index >= firstEarly && !chooses(task) },
    ]);
    done('examples', index + 1, plan.slices.length);
  }
  if (all.rowCount === 0)
    throw new RangeError('no purchase was among what could be offered from what was known before it');

  const [train, validation] = [early.build(), later.build()];
  // Of few examples, smaller leaves: otherwise no tree would split.
  const minRowsInLeaf = Math.min(settings.boosting.minRowsInLeaf, Math.ceil(all.rowCount / 100));
  const boosting = { ...settings.boosting, minRowsInLeaf };
  const grow = (objective: BoostingSettings['objective']) =>
    trainGradientBoostedTrees(
      train,
      validation.labels.length === 0 ? null : validation,
      { ...boosting, objective, seed },
      (round) => done(`choose: ${objective}`, round, boosting.trees),
    );
  const rivals = { logistic: grow('logistic'), lambdarank: grow('lambdarank') };
  const scores = {
    logistic: Math.max(0, ...rivals.logistic.validationScores),
    lambdarank: Math.max(0, ...rivals.lambdarank.validationScores),
  };
  const objective = scores.lambdarank > scores.logistic * lambdarankMargin ? 'lambdarank' : 'logistic';
  const trees = Math.max(Math.min(fewestTrees, boosting.trees), rivals[objective].bestRound);
  // To a pairwise objective they would say that whatever came last is best: what came after it was not heard.
  const recorded = objective === 'logistic' ? (data.recorded ?? []) : [];
  if (recorded.length >= enoughRecorded) for (const offers of recorded) all.addRecorded(offers);
  const final = trainGradientBoostedTrees(all.build(), null, { ...boosting, objective, seed, trees }, (round) =>
    done(objective, round, trees),
  );
  return {
    ensemble: final.ensemble,
    objective,
    validationScores: scores,
    importance: Object.fromEntries(featureNames.map((name, index) => [name, final.importance[index] as number])),
    exampleCount: all.rowCount,
    testSlice: cutTimeSlice(data.rows, { today: plan.test, days: sliceDays, mostTasks, seed }),
  };
}

interface SlicePlan {
  readonly horizonDays: number;
  /** First day of the slice to report on. */
  readonly test: number;
  /** First days of the others, the latest first; what they foresee ends before the test. */
  readonly slices: readonly number[];
}

function planSlices({ days }: PurchaseRows, { sliceDays, horizonDays, stepDays, slices }: RankerSettings): SlicePlan {
  const end = days.reduce((latest, day) => Math.max(latest, day), Number.NEGATIVE_INFINITY) + 1;
  const start = days.reduce((earliest, day) => Math.min(earliest, day), Number.POSITIVE_INFINITY);
  const test = end - sliceDays;
  // Of a short past, shorter slices: before the first there must be something to know.
  const horizon = Math.min(horizonDays, Math.floor((test - start) / 3));
  const first = test - horizon;
  const todays = Array.from({ length: slices }, (_, index) => first - index * stepDays);
  return { horizonDays: horizon, test, slices: todays.filter((today) => horizon > 0 && today >= start + horizon) };
}

interface ExampleTaker {
  readonly builder: ExampleBuilder;
  readonly kept: Pick<ExampleOrder, 'foremost' | 'oneIn'>;
  readonly takes: (task: RankingTask) => boolean;
}

function addExamples(
  slice: TimeSlice,
  data: RankerData,
  { seed, sizedArticleTypes }: RankerSettings,
  takers: readonly ExampleTaker[],
): void {
  const snapshot = snapshotAsOf(data, slice.today);
  for (const task of slice.tasks) {
    const candidates = candidatesOf(snapshot, task, slice.today, sizedArticleTypes);
    for (const { builder, kept, takes } of takers) if (takes(task)) builder.add(candidates, task, { ...kept, seed });
  }
}

/** What was known on that day, everything in stock. */
export function snapshotAsOf({ catalogue, rows }: RankerData, today: number): RankingSnapshot {
  return {
    catalogue,
    inStock: new Uint8Array(catalogue.items.length).fill(1),
    purchases: buildPurchaseIndex(rows, catalogue, today),
  };
}
