import { type BoostingSettings, type TrainingSet, trainGradientBoostedTrees } from './gradient-boosting.ts';
import { exportOnnx } from './onnx-export.ts';
import { createRandom } from './sampling.ts';
import { scoreRows } from './tree-ensemble-scoring.ts';
import { createValidationScore } from './validation-score.ts';

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
  earlyStoppingRounds: null,
};

const constantFeature = 3;

/** Queries whose most relevant rows are those with the highest `first + second` plus noise. */
function createQueries({ queries = 60, rows = 30, noise = 0, seed = 1 }): TrainingSet {
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

function scoreOf(set: TrainingSet, ensemble: Parameters<typeof scoreRows>[0]): number {
  return createValidationScore(set)(scoreRows(ensemble, set.features, set.labels.length));
}

const exported = (train: TrainingSet, changes: Partial<BoostingSettings>) =>
  exportOnnx(trainGradientBoostedTrees(train, null, { ...settings, ...changes }).ensemble, {
    producerVersion: '1.0.0',
    metadata: {},
  });

describe.each(['lambdarank', 'logistic'] as const)('training with the %s objective', (objective) => {
  it('ranks queries it has not seen right when the features tell relevant rows from others', () => {
    const { ensemble } = trainGradientBoostedTrees(createQueries({}), null, { ...settings, objective, trees: 60 });
    expect(scoreOf(createQueries({ seed: 2 }), ensemble)).toBeGreaterThan(0.9);
  });

  it('gives the same model for the same seed and another for another seed', () => {
    const train = createQueries({ noise: 1 });
    const sampling = { objective, featureFraction: 0.5, queryFraction: 0.5, seed: 5 };
    expect(exported(train, sampling)).toEqual(exported(train, sampling));
    expect(exported(train, sampling)).not.toEqual(exported(train, { ...sampling, seed: 6 }));
  });

  it('reports what the kept trees score on the validation set', () => {
    const validation = createQueries({ seed: 3, noise: 1 });
    const result = trainGradientBoostedTrees(createQueries({ noise: 1 }), validation, { ...settings, objective });
    expect(result.validationScores).toHaveLength(settings.trees);
    expect(result.validationScores[result.bestRound - 1]).toBe(scoreOf(validation, result.ensemble));
  });

  it('never splits on a constant feature', () => {
    const { ensemble, importance } = trainGradientBoostedTrees(createQueries({}), null, { ...settings, objective });
    expect(ensemble.trees.some((tree) => tree.feature.includes(constantFeature))).toBe(false);
    expect(importance[constantFeature]).toBe(0);
    expect(importance.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 12);
  });

  it('weighs the features by what they are worth', () => {
    const { importance } = trainGradientBoostedTrees(createQueries({}), null, { ...settings, objective });
    const [first = 0, second = 0, noise = 0] = importance;
    expect(Math.min(first, second)).toBeGreaterThan(noise);
  });

  it('splits nothing when every feature is constant', () => {
    const train = createQueries({});
    const constant = { ...train, features: train.features.map(() => 7) };
    const { bestRound, importance } = trainGradientBoostedTrees(constant, null, { ...settings, objective });
    expect(bestRound).toBe(0);
    expect([...importance]).toEqual([0, 0, 0, 0]);
  });

  it('grows no tree beyond the leaves allowed nor any leaf below the rows demanded', () => {
    const train = createQueries({ noise: 1 });
    const limits = { ...settings, objective, leaves: 6, minRowsInLeaf: 40 };
    const { ensemble } = trainGradientBoostedTrees(train, null, limits);
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
