import { stepTree, type TrainingSet, type TreeEnsemble, weightedSum } from '@callside/boosting';
import { featureNames, learntCandidates } from '../ranking/index.ts';
import { growRankers, importanceOf, spreadWithin } from './grow-ranker.ts';
import { planQueryDays } from './query-days.ts';
import { QuerySegment } from './query-segment.ts';
import { type QueryDay, taskKinds } from './ranking-task.ts';
import type { RankerData } from './shop-as-of.ts';
import { tasksByDay } from './tasks-by-day.ts';
import { prepareQueryDays } from './threads/prepare-query-days.ts';
import { joined, type RankerSettings, type TrainingProgress } from './train-ranker.ts';

export interface DefaultRankerSettings extends Omit<RankerSettings, 'trainedFor'> {
  /** Query days of each shop. */
  readonly queryDays: number;
  /** Weight of the first-stage order beside the trees, in spreads of their scores. */
  readonly priorWeight: number;
}

export interface DefaultRanker {
  readonly ensemble: TreeEnsemble;
  /** Share of the gain by feature name, of the learnt trees; sums to 1. */
  readonly importance: Readonly<Record<string, number>>;
}

/** The limits are those of each shop, so that large shops do not dominate. */
export const defaultShopSettings = { mostTasks: 1_500, mostTargets: 6_000, queryDays: 24, priorWeight: 1.5 };

/**
 * Trains a ranker on many shops, for shops without training data. Customers of the shop that it will serve may behave differently,
 * so the first-stage order is a part of its scores.
 */
export async function trainDefaultRanker(
  shops: readonly RankerData[],
  settings: DefaultRankerSettings,
  onProgress: (progress: TrainingProgress) => void = () => {},
): Promise<DefaultRanker> {
  const { seed, sizedArticleTypes, boosting, priorWeight } = settings;
  const segments = taskKinds.map((kind) => new QuerySegment(kind, null));
  // Customers of different shops are different ones.
  let customersBefore = 0;
  for (const [index, data] of shops.entries()) {
    const { before, holdout } = planQueryDays(data.rows);
    const days = queriesOf(data, [...before, ...holdout], settings);
    for await (const query of prepareQueryDays(data, days, { sizedArticleTypes })) {
      const task = { ...query.task, customer: customersBefore + query.task.customer };
      for (const segment of segments) segment.add({ ...query, task }, seed);
    }
    customersBefore += data.rows.customers.length;
    onProgress({ step: 'examples', done: index + 1, total: shops.length });
  }
  const sets = segments.map((segment) => segment.examples());
  const grown = growRankers(sets, { ...boosting, seed }, (done, total) => onProgress({ step: 'trees', done, total }));
  const rankers = grown.map(({ ensemble }, at) => ({
    ensemble: withPrior(ensemble, sets[at] as TrainingSet, priorWeight),
  }));
  return { ensemble: joined(taskKinds, rankers), importance: importanceOf(grown) };
}

/** Baskets of some of the days, which are evenly spread. */
export function queriesOf(
  data: RankerData,
  days: readonly number[],
  {
    queryDays,
    mostTasks,
    mostTargets,
    seed,
  }: Pick<DefaultRankerSettings, 'queryDays' | 'mostTasks' | 'mostTargets' | 'seed'>,
): QueryDay[] {
  const used = days.filter(
    (_, at) => Math.floor((at * queryDays) / days.length) !== Math.floor(((at - 1) * queryDays) / days.length),
  );
  return tasksByDay(data.rows, used, { mostTasks, mostTargets, seed });
}

/** Adds the logarithm of the place in the first-stage order, with a weight in spreads of the ensemble's scores. */
function withPrior(ensemble: TreeEnsemble, set: TrainingSet, weight: number): TreeEnsemble {
  const places = Array.from({ length: learntCandidates }, (_, place) => place);
  const tree = stepTree(
    featureNames.indexOf('pre_rank_place'),
    places.slice(0, -1).map((place) => place + 0.5),
    places.map((place) => -Math.log(place + 2)),
  );
  const prior = { featureCount: featureNames.length, baseScore: 0, trees: [tree] };
  return weightedSum([
    { ensemble, weight: 1 / (spreadWithin(set, ensemble) || 1) },
    { ensemble: prior, weight: weight / (spreadWithin(set, prior) || 1) },
  ]);
}
