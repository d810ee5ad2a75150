import type { BoostingSettings } from '../../src/boosting-settings.ts';
import { scoreRows } from '../../src/ensemble/tree-scorer.ts';
import { trainGradientBoostedTrees } from '../../src/gradient-boosting.ts';
import { ndcgAt } from '../../src/metrics/ranking-metrics.ts';
import { createRandom } from '../../src/sampling.ts';
import type { TrainingSet } from '../../src/training-set.ts';

/**
 * Figures of LightGBM 4.7.0 on the matrices below, with num_leaves 8, learning_rate 0.1, min_data_in_leaf 20, lambda_l2 1,
 * max_bin 63, min_sum_hessian_in_leaf 0.001, 100 rounds, no sampling of rows or features, one thread, deterministic. For
 * lambdarank: lambdarank_truncation_level 20, lambdarank_norm, sigmoid 1. Log loss is the mean over rows; NDCG@10 the mean
 * over queries with a relevant row, equal scores in the order of the rows.
 */
const lightgbm = {
  logistic: { trainLoss: 0.24048, testLoss: 0.30249, trainNdcg: 0.89816, testNdcg: 0.82773 },
  lambdarank: { trainNdcg: 0.90675, testNdcg: 0.82616 },
};
/** Share by which a log loss may be greater. */
const lossTolerance = 0.02;
const ndcgTolerance = 0.01;

const settings: Omit<BoostingSettings, 'objective'> = {
  trees: 100,
  leaves: 8,
  learningRate: 0.1,
  minRowsInLeaf: 20,
  l2: 1,
  featureFraction: 1,
  queryFraction: 1,
  maxBins: 63,
  seed: 1,
};

const rows = 30;
const featureCount = 10;

/** Only additions, multiplications and comparisons, so that every language gives the same matrix. */
function createSet(seed: number, queries: number): TrainingSet {
  const random = createRandom(seed);
  const features = new Float32Array(queries * rows * featureCount);
  const labels = new Float32Array(queries * rows);
  for (let query = 0; query < queries; query += 1) {
    const own = random();
    for (let row = query * rows; row < (query + 1) * rows; row += 1) {
      const values = Array.from({ length: featureCount }, (_, feature) => {
        const drawn = random();
        if (feature === 8) return Math.fround(own);
        return Math.fround(feature % 4 === 3 ? Math.floor(drawn * 4) : drawn);
      });
      features.set(values, row * featureCount);
      const [a = 0, b = 0, c = 0, d = 0, e = 0] = values;
      const worth = a * b + 0.5 * c * (1 - (values[8] as number)) + 0.2 * d - 0.6 * e * e + 0.8 * random();
      labels[row] = worth > 1.2 ? 1 : 0;
    }
  }
  return { features, featureCount, labels, groups: Int32Array.from({ length: queries + 1 }, (_, at) => at * rows) };
}

function logLoss({ labels }: TrainingSet, scores: Float32Array): number {
  const losses = scores.map((score, row) => Math.log1p(Math.exp(labels[row] === 1 ? -score : score)));
  return losses.reduce((sum, loss) => sum + loss, 0) / losses.length;
}

function meanNdcg({ labels, groups }: TrainingSet, scores: Float32Array): number {
  const ofQueries = [...groups.keys()].slice(1).flatMap((query) => {
    const all = Array.from({ length: rows }, (_, at) => (groups[query - 1] as number) + at);
    const relevant = new Set(all.filter((row) => labels[row] === 1));
    const ranked = all.toSorted((one, other) => (scores[other] as number) - (scores[one] as number) || one - other);
    return relevant.size === 0 ? [] : [ndcgAt(ranked, relevant, 10)];
  });
  return ofQueries.reduce((sum, ndcg) => sum + ndcg, 0) / ofQueries.length;
}

const train = createSet(11, 200);
const test = createSet(12, 100);

function measure(objective: BoostingSettings['objective']) {
  const { ensemble } = trainGradientBoostedTrees(train, { ...settings, objective });
  const [onTrain, onTest] = [train, test].map((set) => scoreRows(ensemble, set.features, set.labels.length)) as [
    Float32Array,
    Float32Array,
  ];
  return {
    trainLoss: logLoss(train, onTrain),
    testLoss: logLoss(test, onTest),
    trainNdcg: meanNdcg(train, onTrain),
    testNdcg: meanNdcg(test, onTest),
  };
}

describe('a comparison with LightGBM on the same matrix', () => {
  it('the matrix is the one that LightGBM was measured with', () => {
    expect(train.features.reduce((sum, value) => sum + value, 0)).toBeCloseTo(42_184.187, 2);
    expect(train.labels.reduce((sum, label) => sum + label, 0)).toBe(1411);
  });

  it('the logistic objective fits as well and generalizes as well', () => {
    const ours = measure('logistic');
    const theirs = lightgbm.logistic;
    expect(ours.trainLoss).toBeLessThan(theirs.trainLoss * (1 + lossTolerance));
    expect(ours.testLoss).toBeLessThan(theirs.testLoss * (1 + lossTolerance));
    expect(ours.trainNdcg).toBeGreaterThan(theirs.trainNdcg - ndcgTolerance);
    expect(ours.testNdcg).toBeGreaterThan(theirs.testNdcg - ndcgTolerance);
  });

  it('the LambdaMART objective ranks as well', () => {
    const ours = measure('lambdarank');
    const theirs = lightgbm.lambdarank;
    expect(ours.trainNdcg).toBeGreaterThan(theirs.trainNdcg - ndcgTolerance);
    expect(ours.testNdcg).toBeGreaterThan(theirs.testNdcg - ndcgTolerance);
  });
});
