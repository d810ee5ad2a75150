import { scoreRows, type TrainingSet } from '@callside/boosting';
import { type GrownRanker, type GrowthSettings, growRankers, meanOf } from './grow-ranker.ts';

const settings: GrowthSettings = {
  trees: 6,
  leaves: 4,
  learningRate: 0.2,
  minRowsInLeaf: 5,
  l2: 1,
  featureFraction: 1,
  queryFraction: 1,
  maxBins: 16,
  seed: 1,
};

/** Ten candidates per query. The one in the given place is relevant; the feature is the place. */
function setOf(queries: number, relevantPlace = 9): TrainingSet {
  const rows = Array.from({ length: queries * 10 }, (_, row) => row);
  return {
    features: Float32Array.from(rows, (row) => row % 10),
    featureCount: 1,
    labels: Float32Array.from(rows, (row) => (row % 10 === relevantPlace ? 1 : 0)),
    groups: Int32Array.from({ length: queries + 1 }, (_, query) => query * 10),
  };
}
const quiet = () => {};

it('a ranker adds the trees of both objectives, each grown on the set of its objective', () => {
  const [ranker] = growRankers([{ logistic: setOf(40), lambdarank: setOf(50) }], settings, quiet);
  const { ensemble, importance } = ranker as GrownRanker;
  expect(ensemble.trees).toHaveLength(12);
  expect([...importance]).toEqual([1]);
  const scores = [...scoreRows(ensemble, setOf(1).features, 10)];
  expect(scores.indexOf(Math.max(...scores))).toBe(9);
});

it('the objectives are weighted so that neither of their scores dominates', () => {
  for (const wanted of ['logistic', 'lambdarank']) {
    const placeOf = (objective: string) => (objective === wanted ? 9 : 0);
    const sets = { logistic: setOf(40, placeOf('logistic')), lambdarank: setOf(40, placeOf('lambdarank')) };
    const { ensemble } = growRankers([sets], settings, quiet)[0] as GrownRanker;
    const scores = [...scoreRows(ensemble, setOf(1).features, 10)];
    const middle = scores[5] as number;
    expect(scores[0]).toBeGreaterThan(middle);
    expect(scores[9]).toBeGreaterThan(middle);
  }
});

it('leaves are smaller when there are few examples', () => {
  const few = { logistic: setOf(10), lambdarank: setOf(10) };
  const { ensemble } = growRankers([few], { ...settings, minRowsInLeaf: 400 }, quiet)[0] as GrownRanker;
  expect(ensemble.trees.some(({ feature }) => feature[0] !== -1)).toBe(true);
});

it('the mean ignores importances that are all 0', () => {
  expect([...meanOf([Float64Array.of(1, 0), Float64Array.of(0, 0), Float64Array.of(0.5, 0.5)])]).toEqual([0.75, 0.25]);
});
