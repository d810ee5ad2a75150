import { splitEnsemble, type TreeEnsemble } from '@callside/boosting';
import type { Catalogue } from '../domain/catalogue.ts';
import { featureNames } from '../domain/feature-registry.ts';
import { buildPurchaseIndex } from '../domain/purchase-index/purchase-index.ts';
import type { PurchaseRows } from '../domain/purchase-rows.ts';
import type { RankingSnapshot } from '../domain/ranking-snapshot.ts';
import { candidatesOf, type RecordedOffers } from './examples.ts';
import { QuerySegment, type SliceRole } from './query-segment.ts';
import { type Choice, type GrowthSettings, meanOf, type Recipe } from './recipe.ts';
import { planSlices, type SliceSettings } from './slice-plan.ts';
import { cutTimeSlice, type TaskKind, type TimeSlice } from './time-slices.ts';

export interface RankerData {
  readonly catalogue: Catalogue;
  readonly rows: PurchaseRows;
  /** Offers that led to purchases; they are used when there are enough of them. */
  readonly recorded?: readonly RecordedOffers[];
}

export interface RankerSettings extends SliceSettings {
  readonly seed: number;
  readonly sizedArticleTypes: ReadonlySet<string>;
  /** Of each kind in all slices together; later slices have more. Many slices can exceed it slightly. */
  readonly mostTasks: number;
  /** Of each kind in the slice to report on. */
  readonly reportTasks: number;
  readonly boosting: Omit<GrowthSettings, 'seed'>;
}

export interface TrainedRanker {
  /** Trained on all orders: the model that serves. */
  readonly ensemble: TreeEnsemble;
  /** The same recipe, trained only on data from before the slice to report on. It is measured on that slice. */
  readonly backtest: TreeEnsemble;
  /** Names of the objectives of the trees. */
  readonly objective: string;
  /** By query segment: the chosen recipe, and the scores that it was chosen by. */
  readonly recipes: Readonly<Partial<Record<TaskKind, Recipe>>>;
  /** Share of the gain by feature name; sums to 1. */
  readonly importance: Readonly<Record<string, number>>;
  /** Rows of the training examples. */
  readonly exampleCount: number;
  /** The slice that neither the choices nor the backtest used. */
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
  slices: 16,
  mostTasks: 16_000,
  reportTasks: 600,
  boosting: {
    trees: 150,
    leaves: 16,
    learningRate: 0.05,
    minRowsInLeaf: 400,
    l2: 5,
    featureFraction: 0.5,
    queryFraction: 0.8,
    maxBins: 128,
    earlyStoppingRounds: 30,
  },
};

/** Fewer recorded recommendations are mostly noise. */
const enoughRecorded = 200;
/** Tasks of a slice, as a share of those of the slice after it. */
const lessEachSlice = 0.5;
/** This many of the latest slices choose the number of trees and the objective. */
const choosingSlices = 3;
const objectiveNames: Record<Choice, string> = {
  logistic: 'logistic',
  lambdarank: 'lambdarank',
  both: 'logistic and lambdarank',
};
/** Other features matter with anchors than without them, so each query segment has its own trees. */
const withAnchors = { feature: featureNames.indexOf('anchors'), threshold: 0.5 };

/**
 * Trains a ranker on slices of time; the same data and settings give exactly the same trees. Objective and number of trees
 * are chosen on later slices and on other customers than those learnt from. The final trees then learn from all of them.
 * Throws a RangeError when the orders cover too little time or there is nothing to learn from.
 */
export function trainRanker(
  data: RankerData,
  settings: RankerSettings,
  onProgress: (progress: TrainingProgress) => void = () => {},
): TrainedRanker {
  const { seed } = settings;
  const plan = planSlices(data.rows, settings);
  if (plan.before.length < 2) {
    throw new RangeError('the orders cover too little time to train and to check on later purchases');
  }
  const done = (step: string, at: number, of: number) => onProgress({ step, done: at, total: of });
  const segments = (['next purchase', 'anchors'] as const).map((kind) => new QuerySegment(kind));
  const firstEarly = Math.min(choosingSlices, plan.before.length - 1);
  const sliceCount = plan.before.length + plan.after.length;
  const addSlice = (today: number, role: SliceRole, at: number) => {
    const fromLast = role === 'after the backtest' ? sliceCount - at : plan.after.length + at - 1;
    const mostTasks = tasksOf(fromLast, settings);
    const slice = cutTimeSlice(data.rows, { today, days: plan.horizonDays, mostTasks, seed });
    const snapshot = snapshotAsOf(data, today);
    for (const task of slice.tasks) {
      const candidates = candidatesOf(snapshot, task, today, settings.sizedArticleTypes);
      for (const segment of segments) segment.add(candidates, task, role, seed);
    }
    done('examples', at, sliceCount);
  };
  for (const [index, today] of plan.before.entries()) addSlice(today, index < firstEarly ? 'late' : 'early', index + 1);
  for (const segment of segments) segment.endOfBacktest();
  for (const [index, today] of plan.after.entries()) {
    addSlice(today, 'after the backtest', plan.before.length + index + 1);
  }
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
  const grown = taught.map((segment) => ({ kind: segment.kind, ...segment.grow(settings, done) }));
  const importance = meanOf(grown.map((segment) => segment.importance));
  return {
    ensemble: joined(grown.map(({ kind, ensemble }) => [kind, ensemble])),
    backtest: joined(grown.map(({ kind, backtest }) => [kind, backtest])),
    objective: describeChoices(grown),
    recipes: Object.fromEntries(grown.map(({ kind, recipe }) => [kind, recipe])),
    importance: Object.fromEntries(featureNames.map((name, index) => [name, importance[index] as number])),
    exampleCount: taught.reduce((sum, { rowCount }) => sum + rowCount, 0),
    testSlice: cutTimeSlice(data.rows, { ...plan.report, mostTasks: settings.reportTasks, seed }),
  };
}

/** Later slices are more like the days that the ranker will serve. */
function tasksOf(fromLast: number, { mostTasks, slices }: Pick<RankerSettings, 'mostTasks' | 'slices'>): number {
  const share = (1 - lessEachSlice) * lessEachSlice ** fromLast;
  return Math.ceil(mostTasks * Math.max(share, 1 / (1.5 * slices)));
}

function describeChoices(grown: readonly { kind: TaskKind; recipe: Recipe }[]): string {
  const choices = new Set(grown.map(({ recipe }) => objectiveNames[recipe.choice]));
  if (choices.size === 1) return [...choices].join();
  return grown.map(({ kind, recipe }) => `${kind}: ${objectiveNames[recipe.choice]}`).join(', ');
}

/** A query segment without examples uses the trees of the other one. */
function joined(ensembles: readonly (readonly [TaskKind, TreeEnsemble])[]): TreeEnsemble {
  const byKind = new Map(ensembles);
  const [atMost, above] = [byKind.get('next purchase'), byKind.get('anchors')];
  if (atMost && above) return splitEnsemble(withAnchors, { atMost, above });
  return (atMost ?? above) as TreeEnsemble;
}

/** The snapshot as of that day, with all items in stock. */
export function snapshotAsOf({ catalogue, rows }: RankerData, today: number): RankingSnapshot {
  return {
    catalogue,
    inStock: new Uint8Array(catalogue.items.length).fill(1),
    purchases: buildPurchaseIndex(rows, catalogue, today),
  };
}
