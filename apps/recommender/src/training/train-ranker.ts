import type { Catalogue } from '../domain/catalogue.ts';
import { featureNames } from '../domain/feature-registry.ts';
import { buildPurchaseIndex } from '../domain/purchase-index/purchase-index.ts';
import type { PurchaseRows } from '../domain/purchase-rows.ts';
import type { RankingSnapshot } from '../domain/ranking-snapshot.ts';
import type { BoostingSettings } from './boosting-settings.ts';
import { ExampleBuilder } from './examples.ts';
import { trainGradientBoostedTrees } from './gradient-boosting.ts';
import { cutTimeSlice, type TimeSlice } from './time-slices.ts';
import type { TrainingSet } from './training-set.ts';
import type { TreeEnsemble } from './tree-ensemble.ts';

export interface RankerData {
  readonly catalogue: Catalogue;
  readonly rows: PurchaseRows;
}

export interface RankerSettings {
  readonly seed: number;
  readonly sizedArticleTypes: ReadonlySet<string>;
  /** Length of a slice, and how many of them to learn from, counted back from the last order. */
  readonly sliceDays: number;
  readonly slices: number;
  readonly mostTasks: number;
  readonly boosting: Omit<BoostingSettings, 'objective' | 'seed'>;
}

export interface TrainedRanker {
  readonly ensemble: TreeEnsemble;
  readonly objective: BoostingSettings['objective'];
  /** On the validation slice: mean of recall@10 and NDCG@10. */
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
  slices: 12,
  mostTasks: 700,
  boosting: {
    trees: 300,
    leaves: 31,
    learningRate: 0.06,
    minRowsInLeaf: 60,
    l2: 5,
    featureFraction: 0.6,
    queryFraction: 0.8,
    maxBins: 128,
    earlyStoppingRounds: 30,
  },
};

const objectives = ['lambdarank', 'logistic'] as const;

/** Trains a ranker on slices of time; the same data and settings give the same trees bit for bit. */
export function trainRanker(
  data: RankerData,
  settings: RankerSettings,
  onProgress: (progress: TrainingProgress) => void = () => {},
): TrainedRanker {
  const slices = planSlices(data.rows, settings);
  const [testSlice, validationSlice, ...trainingSlices] = slices.map((today) =>
    cutTimeSlice(data.rows, { today, days: settings.sliceDays, mostTasks: settings.mostTasks, seed: settings.seed }),
  );
  if (testSlice === undefined || validationSlice === undefined || trainingSlices.length === 0) {
    throw new RangeError('the orders cover too little time to train and to check on later purchases');
  }
  const done = (step: string, at: number, of: number) => onProgress({ step, done: at, total: of });
  const train = new ExampleBuilder();
  for (const [index, slice] of trainingSlices.entries()) {
    addExamples(train, data, slice, settings, { foremost: 40, drawn: 40 });
    done('examples', index + 1, trainingSlices.length + 1);
  }
  const validation = new ExampleBuilder();
  addExamples(validation, data, validationSlice, settings, { foremost: Number.POSITIVE_INFINITY, drawn: 0 });
  done('examples', trainingSlices.length + 1, trainingSlices.length + 1);
  return { ...fit(train.build(), validation.build(), settings, done), exampleCount: train.rowCount, testSlice };
}

function fit(
  train: TrainingSet,
  validation: TrainingSet,
  settings: RankerSettings,
  done: (step: string, at: number, of: number) => void,
) {
  const fitted = objectives.map((objective) => {
    const boosting = { ...settings.boosting, objective, seed: settings.seed };
    const result = trainGradientBoostedTrees(train, validation, boosting, (round) =>
      done(objective, round, boosting.trees),
    );
    return { objective, ...result, score: Math.max(...result.validationScores) };
  });
  const [best] = fitted.sort((one, other) => other.score - one.score);
  if (best === undefined) throw new Error('there is no objective to choose from');
  return {
    ensemble: best.ensemble,
    objective: best.objective,
    validationScores: Object.fromEntries(
      fitted.map(({ objective, score }) => [objective, score]),
    ) as TrainedRanker['validationScores'],
    importance: Object.fromEntries(featureNames.map((name, index) => [name, best.importance[index] as number])),
  };
}

/** First days of the slices, the latest first. */
function planSlices({ days }: PurchaseRows, { sliceDays, slices }: RankerSettings): number[] {
  const end = days.reduce((latest, day) => Math.max(latest, day), Number.NEGATIVE_INFINITY) + 1;
  const start = days.reduce((earliest, day) => Math.min(earliest, day), Number.POSITIVE_INFINITY);
  const firstDays: number[] = [];
  for (let slice = 1; slice <= slices + 2; slice += 1) {
    const today = end - slice * sliceDays;
    // Before a slice there must be something to know.
    if (today < start + sliceDays) break;
    firstDays.push(today);
  }
  return firstDays;
}

function addExamples(
  builder: ExampleBuilder,
  data: RankerData,
  slice: TimeSlice,
  { seed, sizedArticleTypes }: RankerSettings,
  kept: { foremost: number; drawn: number },
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
