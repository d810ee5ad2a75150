import {
  type BoostingSettings,
  createValidationScore,
  scoreRows,
  type TrainingSet,
  type TreeEnsemble,
  weightedSum,
} from '@callside/boosting';
import { trainTogether } from '@callside/boosting/threads';

type Objective = BoostingSettings['objective'];

/** `both`: the sum of the two, each divided by the standard deviation of its scores. */
export type Choice = Objective | 'both';

/** How to grow a ranker. It is chosen on one set and used on others. */
export interface Recipe {
  readonly choice: Choice;
  readonly parts: readonly { readonly objective: Objective; readonly trees: number; readonly weight: number }[];
  /** On the validation examples: mean of recall@10 and NDCG@10. */
  readonly validationScores: Readonly<Record<Choice, number>>;
}

export type GrowthSettings = Omit<BoostingSettings, 'objective'>;
/** Called with the number of trees that are grown, of both objectives together. */
export type OnGrowth = (trees: number, of: number) => void;

/**
 * One objective alone must be better than both by this factor. With a few hundred tasks, a smaller difference is noise,
 * and on later purchases the sum was never much worse than the better of the two.
 */
const soleMargin = 1.05;
/** With little validation data, fewer trees are chosen by chance. More trees never ranked worse on later purchases. */
const fewestTrees = 100;

/** Grows trees for both objectives on one set and chooses by another. Without a validation set, takes both. */
export function chooseRecipe(
  train: TrainingSet,
  validation: TrainingSet | null,
  settings: GrowthSettings,
  onGrowth: OnGrowth,
): Recipe {
  const objectives = ['logistic', 'lambdarank'] as const;
  const results = trainTogether(
    objectives.map((objective) => ({
      set: train,
      validation,
      settings: { ...settings, objective, fewestTrees: Math.min(fewestTrees, settings.trees) },
    })),
    { onRound: countRounds(objectives.length * settings.trees, onGrowth) },
  );
  const grown = results.map(({ ensemble, bestRound }, at) => {
    const seen = validation ?? train;
    const scores = scoreRows(ensemble, seen.features, seen.labels.length);
    const weight = 1 / (spreadWithin(seen.groups, scores) || 1);
    return { part: { objective: objectives[at] as Objective, trees: bestRound, weight }, scores };
  }) as [GrownPart, GrownPart];
  const [logistic, lambdarank] = grown;
  const quality = validation === null ? () => 0 : createValidationScore(validation);
  const sum = logistic.scores.map(
    (score, row) => score * logistic.part.weight + (lambdarank.scores[row] as number) * lambdarank.part.weight,
  );
  const validationScores = {
    logistic: quality(logistic.scores),
    lambdarank: quality(lambdarank.scores),
    both: quality(sum),
  };
  const best = validationScores.lambdarank > validationScores.logistic ? 'lambdarank' : 'logistic';
  const choice = validationScores[best] > validationScores.both * soleMargin ? best : 'both';
  const parts = grown.map(({ part }) => part);
  return {
    choice,
    validationScores,
    parts:
      choice === 'both'
        ? parts
        : parts.filter(({ objective }) => objective === choice).map((part) => ({ ...part, weight: 1 })),
  };
}

interface GrownPart {
  readonly part: Recipe['parts'][number];
  readonly scores: Float32Array;
}

/** Grows a ranker from a recipe; `setOf` returns the training set of an objective. Importance sums to 1, or is all 0. */
export function growRecipe(
  { parts }: Pick<Recipe, 'parts'>,
  setOf: (objective: Objective) => TrainingSet,
  settings: GrowthSettings,
  onGrowth: OnGrowth,
): { ensemble: TreeEnsemble; importance: Float64Array } {
  const results = trainTogether(
    parts.map(({ objective, trees }) => ({ set: setOf(objective), settings: { ...settings, objective, trees } })),
    { onRound: countRounds(sumOf(parts.map(({ trees }) => trees)), onGrowth) },
  );
  const grown = results.map((result, at) => ({ ...result, weight: (parts[at] as Recipe['parts'][number]).weight }));
  return { ensemble: weightedSum(grown), importance: meanOf(grown.map(({ importance }) => importance)) };
}

/** The objectives are trained at the same time: one count for both. */
function countRounds(of: number, onGrowth: OnGrowth): (training: number, round: number) => void {
  const rounds: number[] = [];
  return (training, round) => {
    rounds[training] = round;
    onGrowth(sumOf(rounds), of);
  };
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
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
function spreadWithin(groups: Int32Array, scores: Float32Array): number {
  let squares = 0;
  for (let query = 0; query + 1 < groups.length; query += 1) {
    const ofQuery = scores.subarray(groups[query], groups[query + 1]);
    const mean = ofQuery.reduce((sum, score) => sum + score, 0) / ofQuery.length;
    squares += ofQuery.reduce((sum, score) => sum + (score - mean) ** 2, 0);
  }
  return Math.sqrt(squares / Math.max(1, scores.length));
}
