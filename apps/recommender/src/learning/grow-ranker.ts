import { type BoostingSettings, scoreRows, type TrainingSet, type TreeEnsemble, weightedSum } from '@callside/boosting';
import { trainTogether } from '@callside/boosting/threads';
import { featureNames } from '../ranking/index.ts';

type Objective = BoostingSettings['objective'];
export type GrowthSettings = Omit<BoostingSettings, 'objective'>;
/** Called with the number of grown trees of all rankers together. */
export type OnGrowth = (trees: number, of: number) => void;

export interface GrownRanker {
  readonly ensemble: TreeEnsemble;
  /** Share of the gain by feature; sums to 1, or is all 0. */
  readonly importance: Float64Array;
}

const objectives = ['logistic', 'lambdarank'] as const satisfies readonly Objective[];
/** The spread of the scores is measured on this many queries. */
const measuredQueries = 300;

/**
 * Grows rankers, each with trees for both objectives. The scores of a ranker's objectives are added, each divided by the spread of its
 * scores within a query.
 */
export function growRankers(
  rankers: readonly TrainingSet[],
  settings: GrowthSettings,
  onGrowth: OnGrowth,
): GrownRanker[] {
  const trainings = rankers.flatMap((set) =>
    objectives.map((objective) => {
      // Leaves are smaller with few examples; otherwise no tree would split.
      const minRowsInLeaf = Math.min(settings.minRowsInLeaf, Math.ceil(set.labels.length / 100));
      return { set, settings: { ...settings, objective, minRowsInLeaf } };
    }),
  );
  const rounds = trainings.map(() => 0);
  const onRound = (training: number, round: number) => {
    rounds[training] = round;
    onGrowth(
      rounds.reduce((sum, count) => sum + count, 0),
      rounds.length * settings.trees,
    );
  };
  const parts = trainTogether(trainings, { onRound }).map(({ ensemble, importance }, at) => ({
    ensemble,
    importance,
    weight: 1 / (spreadWithin(trainings[at]?.set as TrainingSet, ensemble) || 1),
  }));
  return rankers.map((_, ranker) => {
    const own = parts.slice(ranker * objectives.length, (ranker + 1) * objectives.length);
    return { ensemble: weightedSum(own), importance: meanOf(own.map(({ importance }) => importance)) };
  });
}

/** The mean of the rankers: share of the gain by feature name. */
export function importanceOf(rankers: readonly GrownRanker[]): Readonly<Record<string, number>> {
  const mean = meanOf(rankers.map(({ importance }) => importance));
  return Object.fromEntries(featureNames.map((name, index) => [name, mean[index] as number]));
}

/** Mean of distributions over the same features; those that are all 0 are ignored. */
export function meanOf(shares: readonly Float64Array[]): Float64Array {
  const telling = shares.filter((share) => share.some((value) => value > 0));
  const mean = new Float64Array(shares[0]?.length ?? 0);
  for (const share of telling) {
    for (const [index, value] of share.entries()) mean[index] = (mean[index] as number) + value / telling.length;
  }
  return mean;
}

/** Standard deviation of the scores within queries: scores of different queries are never compared. */
export function spreadWithin({ groups, features, featureCount }: TrainingSet, ensemble: TreeEnsemble): number {
  const queries = Math.min(measuredQueries, groups.length - 1);
  const rows = groups[queries] as number;
  const scores = scoreRows(ensemble, features.subarray(0, rows * featureCount), rows);
  let squares = 0;
  for (let query = 0; query < queries; query += 1) {
    const ofQuery = scores.subarray(groups[query], groups[query + 1]);
    const mean = ofQuery.reduce((sum, score) => sum + score, 0) / ofQuery.length;
    squares += ofQuery.reduce((sum, score) => sum + (score - mean) ** 2, 0);
  }
  return Math.sqrt(squares / Math.max(1, rows));
}
