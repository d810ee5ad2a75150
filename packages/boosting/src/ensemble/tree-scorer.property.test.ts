import fc from 'fast-check';
import { ensembleArbitrary, featureCount, rowArbitrary } from '../../test/support/ensembles.ts';
import { createRandom } from '../sampling.ts';
import { splitEnsemble } from './join-ensembles.ts';
import { type ScoreComparison, scoreRows, TreeScorer } from './tree-scorer.ts';

interface Matrix {
  features: Float32Array;
  count: number;
}

const matrices = fc.array(rowArbitrary, { minLength: 2, maxLength: 12 }).map(
  (rows): Matrix => ({
    features: Float32Array.from(rows.flatMap((row) => [...row])),
    count: rows.length,
  }),
);
const groups = fc
  .array(fc.nat({ max: 2 }), { minLength: featureCount, maxLength: featureCount })
  .map((of) => Int32Array.from(of));
const eachItsOwn = Int32Array.from({ length: featureCount }, (_, feature) => feature);
const sumOf = (values: Iterable<number>) => [...values].reduce((sum, value) => sum + value, 0);

const compare = (scorer: TreeScorer, { features, count }: Matrix, background: readonly number[]) =>
  scorer.score(features, count, { background }).comparison as ScoreComparison;

/** The first row, compared with the others. */
const firstWithRest = (scorer: TreeScorer, matrix: Matrix, groupOf = eachItsOwn) => {
  const others = Array.from({ length: matrix.count - 1 }, (_, index) => index + 1);
  return compare(scorer, matrix, others).contributionsOf(groupOf, 0);
};

it('contributions sum to the score minus the mean score of the background', () => {
  fc.assert(
    fc.property(ensembleArbitrary, matrices, groups, (ensemble, { features, count }, groupOf) => {
      const scores = scoreRows(ensemble, features, count);
      const mean = sumOf(scores.subarray(1)) / (count - 1);
      const contributions = firstWithRest(new TreeScorer(ensemble), { features, count }, groupOf);
      expect(sumOf(contributions)).toBeCloseTo((scores[0] as number) - mean, 4);
    }),
  );
});

it('contributions of two joined ensembles sum to the score minus the mean score, also in repeated requests', () => {
  fc.assert(
    fc.property(
      ensembleArbitrary,
      ensembleArbitrary,
      fc.array(matrices, { minLength: 1, maxLength: 4 }),
      (one, other, requests) => {
        const joined = splitEnsemble({ feature: 1, threshold: 0 }, { atMost: one, above: other });
        const explainer = new TreeScorer(joined);
        for (const { features, count } of requests) {
          const scores = scoreRows(joined, features, count);
          const mean = sumOf(scores.subarray(1)) / (count - 1);
          const contributions = firstWithRest(explainer, { features, count });
          expect(sumOf(contributions)).toBeCloseTo((scores[0] as number) - mean, 4);
        }
      },
    ),
  );
});

it('contributions of all rows, compared with all rows, sum to nothing', () => {
  fc.assert(
    fc.property(ensembleArbitrary, matrices, (ensemble, { features, count }) => {
      const all = Array.from({ length: count }, (_, row) => row);
      const comparison = compare(new TreeScorer(ensemble), { features, count }, all);
      expect(sumOf(all.flatMap((row) => [...comparison.contributionsOf(eachItsOwn, row)]))).toBeCloseTo(0, 4);
    }),
  );
});

it('a group has the sum of the contributions of its features, and a group below 0 is left out', () => {
  fc.assert(
    fc.property(ensembleArbitrary, matrices, groups, (ensemble, { features, count }, groupOf) => {
      const explainer = new TreeScorer(ensemble);
      const single = firstWithRest(explainer, { features, count });
      for (const [group, contribution] of firstWithRest(explainer, { features, count }, groupOf).entries()) {
        expect(contribution).toBeCloseTo(sumOf(single.filter((_, feature) => groupOf[feature] === group)), 9);
      }
      const onlyFirst = firstWithRest(explainer, { features, count }, Int32Array.of(0, -1, -1));
      expect([...onlyFirst]).toEqual([single[0]]);
    }),
  );
});

it('a feature that no tree tests, or that all rows have in common, contributes nothing when the row is in the background', () => {
  fc.assert(
    fc.property(ensembleArbitrary, matrices, (ensemble, { features, count }) => {
      const equal = features.map((value, index) => (index % featureCount === 0 ? (features[0] as number) : value));
      const all = Array.from({ length: count }, (_, row) => row);
      const single = compare(new TreeScorer(ensemble), { features: equal, count }, all).contributionsOf(eachItsOwn, 0);
      expect(single[0]).toBeCloseTo(0, 9);
      for (const feature of eachItsOwn) {
        if (!ensemble.trees.some((tree) => tree.feature.includes(feature))) expect(single[feature]).toBe(0);
      }
    }),
  );
});

it('without a background there is nothing to compare with', () => {
  const ensemble = { featureCount, baseScore: 0, trees: [] };
  expect(new TreeScorer(ensemble).score(new Float32Array(featureCount), 1).comparison).toBeNull();
});

/** Trees of one split each; the first features have the greatest leaves. */
const manyTrees = {
  featureCount: 100,
  baseScore: 0.5,
  trees: Array.from({ length: 100 }, (_, feature) => ({
    feature: Int32Array.of(feature, -1, -1),
    threshold: Float32Array.of(0, 0, 0),
    left: Int32Array.of(1, 0, 0),
    right: Int32Array.of(2, 0, 0),
    value: Float32Array.of(0, -1 / (1 + feature), 1 / (1 + feature)),
  })),
};

it('of many rows only the best and the background have exact scores, and the comparison is the same', () => {
  const random = createRandom(7);
  const [count, background] = [40, [0, 7]];
  const features = Float32Array.from({ length: count * manyTrees.featureCount }, () => random() - 0.5);
  const scorer = new TreeScorer(manyTrees);
  const exact = scorer.score(features, count, { background });
  const { scores, comparison, exactRows } = scorer.score(features, count, { background, mostExact: 10 });
  const isExact = (row: number) => scores[row] === exact.scores[row];
  expect(background.every(isExact)).toBe(true);
  const best = [...exact.scores.keys()].sort((one, other) => (exact.scores[other] ?? 0) - (exact.scores[one] ?? 0));
  expect(best.slice(0, 3).every(isExact)).toBe(true);
  const all = best.filter(isExact);
  expect([all.length >= 10, all.length <= 12]).toEqual([true, true]);
  expect(exact.exactRows).toBeNull();
  expect(new Set(all)).toEqual(exactRows);
  const groupOf = Int32Array.from({ length: manyTrees.featureCount }, (_, feature) => feature % 3);
  expect(comparison?.contributionsOf(groupOf, 3)).toEqual(exact.comparison?.contributionsOf(groupOf, 3));
});
