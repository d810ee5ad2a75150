import type { Catalogue } from '../domain/catalogue.ts';
import { featureNames } from '../domain/feature-registry.ts';
import { buildPurchaseIndex } from '../domain/purchase-index/purchase-index.ts';
import type { PurchaseRows } from '../domain/purchase-rows.ts';
import type { RankingSnapshot } from '../domain/ranking-snapshot.ts';
import { candidatesOf, type RecordedOffers } from './examples.ts';
import { splitEnsemble } from './join-ensembles.ts';
import { type Choice, type GrowthSettings, meanOf, type Recipe } from './recipe.ts';
import { Situation, type SliceRole } from './situation.ts';
import { planSlices, type SliceSettings } from './slice-plan.ts';
import { cutTimeSlice, type TaskKind, type TimeSlice } from './time-slices.ts';
import type { TreeEnsemble } from './tree-ensemble.ts';

export interface RankerData {
  readonly catalogue: Catalogue;
  readonly rows: PurchaseRows;
  /** Offers that were answered by purchases; they count when there are enough of them. */
  readonly recorded?: readonly RecordedOffers[];
}

export interface RankerSettings extends SliceSettings {
  readonly seed: number;
  readonly sizedArticleTypes: ReadonlySet<string>;
  /** Of each kind in all slices together, the later the slice the more; a few more where there are many slices. */
  readonly mostTasks: number;
  /** Of each kind in the slice to report on. */
  readonly reportTasks: number;
  readonly boosting: Omit<GrowthSettings, 'seed'>;
}

export interface TrainedRanker {
  /** Learnt from all orders: the one to serve. */
  readonly ensemble: TreeEnsemble;
  /** The same recipe, learnt only from before the slice to report on: the one to measure on that slice. */
  readonly backtest: TreeEnsemble;
  /** What the trees were grown for, in words. */
  readonly objective: string;
  /** By situation, what was chosen to grow for, and what it was chosen by. */
  readonly recipes: Readonly<Partial<Record<TaskKind, Recipe>>>;
  /** Gain by feature name, sums to 1. */
  readonly importance: Readonly<Record<string, number>>;
  /** Rows that were learnt from. */
  readonly exampleCount: number;
  /** The slice that neither the choices nor the backtest saw. */
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

/** Fewer answered recommendations than this say more about chance than about customers. */
const enoughRecorded = 200;
/** What a slice is given of tasks, by what the one after it is. */
const lessEachSlice = 0.5;
/** So many of the latest slices choose: how many trees, and for which objective. */
const choosingSlices = 3;
const objectiveNames: Record<Choice, string> = {
  logistic: 'logistic',
  lambdarank: 'lambdarank',
  both: 'logistic and lambdarank',
};
/** With and without anchors different things count: each situation has trees of its own. */
const withAnchors = { feature: featureNames.indexOf('anchors'), threshold: 0.5 };

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
  const { seed } = settings;
  const plan = planSlices(data.rows, settings);
  if (plan.before.length < 2) {
    throw new RangeError('the orders cover too little time to train and to check on later purchases');
  }
  const done = (step: string, at: number, of: number) => onProgress({ step, done: at, total: of });
  const situations = (['next purchase', 'anchors'] as const).map((kind) => new Situation(kind));
  const firstEarly = Math.min(choosingSlices, plan.before.length - 1);
  const sliceCount = plan.before.length + plan.after.length;
  const addSlice = (today: number, role: SliceRole, at: number) => {
    const fromLast = role === 'after the backtest' ? sliceCount - at : plan.after.length + at - 1;
    const mostTasks = tasksOf(fromLast, settings);
    const slice = cutTimeSlice(data.rows, { today, days: plan.horizonDays, mostTasks, seed });
    const snapshot = snapshotAsOf(data, today);
    for (const task of slice.tasks) {
      const candidates = candidatesOf(snapshot, task, today, settings.sizedArticleTypes);
      for (const situation of situations) situation.add(candidates, task, role, seed);
    }
    done('examples', at, sliceCount);
  };
  for (const [index, today] of plan.before.entries()) addSlice(today, index < firstEarly ? 'late' : 'early', index + 1);
  for (const situation of situations) situation.endOfBacktest();
  for (const [index, today] of plan.after.entries()) {
    addSlice(today, 'after the backtest', plan.before.length + index + 1);
  }
  const taught = situations.filter(({ canBeBacktested }) => canBeBacktested);
  if (taught.length === 0) {
    throw new RangeError('no purchase was among what could be offered from what was known before it');
  }
  const recorded = data.recorded ?? [];
  if (recorded.length >= enoughRecorded) {
    for (const offers of recorded) {
      const kind = (offers.features[withAnchors.feature] ?? 0) > withAnchors.threshold ? 'anchors' : 'next purchase';
      taught.find((situation) => situation.kind === kind)?.addRecorded(offers);
    }
  }
  const grown = taught.map((situation) => ({ kind: situation.kind, ...situation.grow(settings, done) }));
  const importance = meanOf(grown.map((situation) => situation.importance));
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

/** The later a slice, the more it is like the days that the ranker will serve. */
function tasksOf(fromLast: number, { mostTasks, slices }: Pick<RankerSettings, 'mostTasks' | 'slices'>): number {
  const share = (1 - lessEachSlice) * lessEachSlice ** fromLast;
  return Math.ceil(mostTasks * Math.max(share, 1 / (1.5 * slices)));
}

function describeChoices(grown: readonly { kind: TaskKind; recipe: Recipe }[]): string {
  const choices = new Set(grown.map(({ recipe }) => objectiveNames[recipe.choice]));
  if (choices.size === 1) return [...choices].join();
  return grown.map(({ kind, recipe }) => `${kind}: ${objectiveNames[recipe.choice]}`).join(', ');
}

/** A situation that taught nothing is answered as the other one. */
function joined(ensembles: readonly (readonly [TaskKind, TreeEnsemble])[]): TreeEnsemble {
  const byKind = new Map(ensembles);
  const [atMost, above] = [byKind.get('next purchase'), byKind.get('anchors')];
  if (atMost && above) return splitEnsemble(withAnchors, { atMost, above });
  return (atMost ?? above) as TreeEnsemble;
}

/** What was known on that day, everything in stock. */
export function snapshotAsOf({ catalogue, rows }: RankerData, today: number): RankingSnapshot {
  return {
    catalogue,
    inStock: new Uint8Array(catalogue.items.length).fill(1),
    purchases: buildPurchaseIndex(rows, catalogue, today),
  };
}
