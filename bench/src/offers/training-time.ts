// A separate process that trains on generated examples, and reads the same values without training.

import { type TrainingSet, trainGradientBoostedTrees } from '@callside/boosting';
import { RandomSource } from '@callside/demo-shop';
import { answerOrders } from '../worker-process.ts';
import { type TrainingOrder, type TrainingReport, trainingOrderSchema } from './training-order.ts';

const rowsOfQuery = 200;
const leaves = 31;

answerOrders(trainingOrderSchema, async (order): Promise<TrainingReport> => {
  const set = makeExamples(order);
  const startedAt = performance.now();
  const { ensemble } = trainGradientBoostedTrees(set, null, {
    objective: 'lambdarank',
    trees: order.trees,
    leaves,
    learningRate: 0.1,
    minRowsInLeaf: 50,
    l2: 1,
    featureFraction: 1,
    queryFraction: 1,
    maxBins: 255,
    seed: 1,
    earlyStoppingRounds: null,
  });
  const trainedAt = performance.now();
  readAgainAndAgain(set.features, order.trees * Math.ceil(Math.log2(leaves)));
  return {
    trainingSeconds: (trainedAt - startedAt) / 1000,
    readingSeconds: (performance.now() - trainedAt) / 1000,
    trees: ensemble.trees.length,
  };
});

/** Two in a hundred rows are relevant, by a rule on a few features, with noise. */
function makeExamples({ rows, features }: TrainingOrder): TrainingSet {
  const random = new RandomSource(1);
  const values = new Float32Array(rows * features);
  const labels = new Float32Array(rows);
  for (let row = 0; row < rows; row++) {
    let signal = 0;
    for (let feature = 0; feature < features; feature++) {
      const value = feature % 4 === 3 ? Math.floor(random.uniform() * 5) : random.uniform();
      values[row * features + feature] = value;
      if (feature < 6) signal += (feature % 2 === 0 ? 1 : -1) * value * value;
    }
    labels[row] = signal + random.uniform() * 2 > 2.4 ? 1 : 0;
  }
  const groups = Int32Array.from({ length: rows / rowsOfQuery + 1 }, (_, query) => query * rowsOfQuery);
  return { features: values, featureCount: features, labels, groups };
}

function readAgainAndAgain(values: Float32Array, times: number): void {
  let sum = 0;
  for (let time = 0; time < times; time++) for (let at = 0; at < values.length; at++) sum += values[at] as number;
  if (Number.isNaN(sum)) throw new Error('examples are numbers');
}
