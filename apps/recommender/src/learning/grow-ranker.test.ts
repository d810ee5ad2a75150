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

/** Ten candidates per query. The last one is relevant; the feature is the place. */
function setOf(queries: number): TrainingSet {
  const rows = Array.from({ length: queries * 10 }, (_, row) => row);
  return {
    features: Float32Array.from(rows, (row) => row % 10),
    featureCount: 1,
    labels: Float32Array.from(rows, (row) => (row % 10 === 9 ? 1 : 0)),
    groups: Int32Array.from({ length: queries + 1 }, (_, query) => query * 10),
  };
}
const quiet = () => {};

it('a ranker adds the trees of both objectives', () => {
  const [ranker] = growRankers([setOf(40)], settings, quiet);
  const { ensemble, importance } = ranker as GrownRanker;
  expect(ensemble.trees).toHaveLength(12);
  expect([...importance]).toEqual([1]);
  const scores = [...scoreRows(ensemble, setOf(1).features, 10)];
  expect(scores.indexOf(Math.max(...scores))).toBe(9);
});

it('leaves are smaller when there are few examples', () => {
  const { ensemble } = growRankers([setOf(10)], { ...settings, minRowsInLeaf: 400 }, quiet)[0] as GrownRanker;
  expect(ensemble.trees.some(({ feature }) => feature[0] !== -1)).toBe(true);
});

it('the mean ignores importances that are all 0', () => {
  expect([...meanOf([Float64Array.of(1, 0), Float64Array.of(0, 0), Float64Array.of(0.5, 0.5)])]).toEqual([0.75, 0.25]);
});
