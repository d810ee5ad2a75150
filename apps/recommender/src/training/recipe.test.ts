import { scoreRows, type TrainingSet } from '@callside/boosting';
import { chooseRecipe, type GrowthSettings, growRecipe, meanOf } from './recipe.ts';

const settings: GrowthSettings = {
  trees: 12,
  leaves: 4,
  learningRate: 0.2,
  minRowsInLeaf: 5,
  l2: 1,
  featureFraction: 1,
  queryFraction: 1,
  maxBins: 16,
  earlyStoppingRounds: null,
  seed: 1,
};

/** Ten candidates per query. The one with the highest feature is relevant, unless another place is given. */
function setOf(queries: number, relevantPlace = 9): TrainingSet {
  const rows = Array.from({ length: queries * 10 }, (_, row) => row);
  return {
    features: Float32Array.from(rows, (row) => (row % 10) + Math.floor(row / 10) / 1000),
    featureCount: 1,
    labels: Float32Array.from(rows, (row) => (row % 10 === relevantPlace ? 1 : 0)),
    groups: Int32Array.from({ length: queries + 1 }, (_, query) => query * 10),
  };
}
const quiet = () => {};

it('takes both objectives when neither alone is better', () => {
  const { choice, parts, validationScores } = chooseRecipe(setOf(40), setOf(20), settings, quiet);
  expect(choice).toBe('both');
  expect(parts.map(({ objective, trees }) => [objective, trees])).toEqual([
    ['logistic', 12],
    ['lambdarank', 12],
  ]);
  expect(validationScores.both).toBe(1);
});

it('weighs each objective by the spread of its scores within a query', () => {
  const { parts } = chooseRecipe(setOf(40), setOf(20), settings, quiet);
  const { ensemble } = growRecipe({ parts }, () => setOf(40), settings, quiet);
  expect(parts.every(({ weight }) => weight > 0 && Number.isFinite(weight))).toBe(true);
  const { features } = setOf(1);
  const scores = [...scoreRows(ensemble, features, 10)];
  expect(scores.indexOf(Math.max(...scores))).toBe(9);
});

it('takes both without a validation set', () => {
  expect(chooseRecipe(setOf(40), null, settings, quiet).choice).toBe('both');
});

it('grows each part on the training set of its objective', () => {
  const asked: string[] = [];
  const parts = (['logistic', 'lambdarank'] as const).map((objective) => ({ objective, trees: 3, weight: 1 }));
  const { ensemble, importance } = growRecipe(
    { parts },
    (objective) => {
      asked.push(objective);
      return setOf(30, objective === 'logistic' ? 9 : 0);
    },
    settings,
    quiet,
  );
  expect(asked).toEqual(['logistic', 'lambdarank']);
  expect(ensemble.trees).toHaveLength(6);
  expect([...importance]).toEqual([1]);
});

it('leaves importances that are all 0 out of the mean', () => {
  expect([...meanOf([Float64Array.of(1, 0), Float64Array.of(0, 0), Float64Array.of(0.5, 0.5)])]).toEqual([0.75, 0.25]);
});
