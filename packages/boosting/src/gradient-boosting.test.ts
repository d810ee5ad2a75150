import type { BoostingSettings } from './boosting-settings.ts';
import { exportOnnx } from './ensemble/onnx-export.ts';
import type { TreeEnsemble } from './ensemble/tree-ensemble.ts';
import { scoreRows } from './ensemble/tree-scorer.ts';
import { trainGradientBoostedTrees } from './gradient-boosting.ts';
import { ndcgAt } from './metrics/ranking-metrics.ts';
import { createRandom } from './sampling.ts';
import type { TrainingSet } from './training-set.ts';

const settings: BoostingSettings = {
  objective: 'lambdarank',
  trees: 20,
  leaves: 8,
  learningRate: 0.2,
  minRowsInLeaf: 5,
  l2: 1,
  featureFraction: 1,
  queryFraction: 1,
  maxBins: 63,
  seed: 1,
};

const constantFeature = 3;
const queries = 60;
const rows = 30;

/** Queries in which the rows with the highest `first + second` plus noise are the most relevant. */
function createQueries({ noise = 0, seed = 1 }): TrainingSet {
  const random = createRandom(seed);
  const featureCount = 4;
  const features = new Float32Array(queries * rows * featureCount);
  const labels = new Float32Array(queries * rows);
  for (let query = 0; query < queries; query += 1) {
    const worth = Array.from({ length: rows }, (_, at) => {
      const row = query * rows + at;
      const [first, second] = [random(), Math.floor(random() * 4) / 4];
      features.set([first, second, random(), 7], row * featureCount);
      return { row, value: first + second + noise * (random() - 0.5) };
    });
    worth.sort((one, other) => other.value - one.value);
    for (const { row } of worth.slice(0, 3)) labels[row] = 1;
  }
  return { features, featureCount, labels, groups: Int32Array.from({ length: queries + 1 }, (_, at) => at * rows) };
}

/** The mean NDCG@10 of the queries. */
function ndcgOf({ features, labels, groups }: TrainingSet, ensemble: TreeEnsemble): number {
  const scores = scoreRows(ensemble, features, labels.length);
  const ofQueries = Array.from(groups.subarray(1), (end, query) => {
    const rows = [...labels.keys()].slice(groups[query], end);
    const ranked = rows.toSorted((one, other) => (scores[other] as number) - (scores[one] as number) || one - other);
    return ndcgAt(ranked, new Set(rows.filter((row) => labels[row] === 1)), 10);
  });
  return ofQueries.reduce((sum, ndcg) => sum + ndcg, 0) / ofQueries.length;
}

const exported = (train: TrainingSet, changes: Partial<BoostingSettings>) =>
  exportOnnx(trainGradientBoostedTrees(train, { ...settings, ...changes }).ensemble, {
    producerVersion: '1.0.0',
    metadata: {},
  });

describe.each(['lambdarank', 'logistic'] as const)('training with the %s objective', (objective) => {
  it('ranks unseen queries correctly when the features separate relevant rows from others', () => {
    const { ensemble } = trainGradientBoostedTrees(createQueries({}), { ...settings, objective, trees: 60 });
    expect(ndcgOf(createQueries({ seed: 2 }), ensemble)).toBeGreaterThan(0.9);
  });

  it('gives the same model for the same seed and another for another seed', () => {
    const train = createQueries({ noise: 1 });
    const sampling = { objective, featureFraction: 0.5, queryFraction: 0.5, seed: 5 };
    expect(exported(train, sampling)).toEqual(exported(train, sampling));
    expect(exported(train, sampling)).not.toEqual(exported(train, { ...sampling, seed: 6 }));
  });

  it('never splits on a constant feature', () => {
    const { ensemble, importance } = trainGradientBoostedTrees(createQueries({}), { ...settings, objective });
    expect(ensemble.trees.some((tree) => tree.feature.includes(constantFeature))).toBe(false);
    expect(importance[constantFeature]).toBe(0);
    expect(importance.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 12);
  });

  it('gives informative features more importance than noise', () => {
    const { importance } = trainGradientBoostedTrees(createQueries({}), { ...settings, objective });
    const [first = 0, second = 0, noise = 0] = importance;
    expect(Math.min(first, second)).toBeGreaterThan(noise);
  });

  it('makes no split when every feature is constant', () => {
    const train = createQueries({});
    const constant = { ...train, features: train.features.map(() => 7) };
    const { ensemble, importance } = trainGradientBoostedTrees(constant, { ...settings, objective });
    expect(ensemble.trees).toEqual([]);
    expect([...importance]).toEqual([0, 0, 0, 0]);
  });

  it('grows no tree with more leaves than allowed and no leaf with fewer rows than required', () => {
    const train = createQueries({ noise: 1 });
    const limits = { ...settings, objective, leaves: 6, minRowsInLeaf: 40 };
    const { ensemble } = trainGradientBoostedTrees(train, limits);
    for (const tree of ensemble.trees) {
      const one = { ...ensemble, baseScore: 0, trees: [{ ...tree, value: Float32Array.from(tree.value.keys()) }] };
      const rowsByLeaf = new Map<number, number>();
      for (const leaf of scoreRows(one, train.features, train.labels.length)) {
        rowsByLeaf.set(leaf, (rowsByLeaf.get(leaf) ?? 0) + 1);
      }
      expect(rowsByLeaf.size).toBe((tree.feature.length + 1) / 2);
      expect(rowsByLeaf.size).toBeLessThanOrEqual(6);
      expect(Math.min(...rowsByLeaf.values())).toBeGreaterThanOrEqual(40);
    }
  });
});
