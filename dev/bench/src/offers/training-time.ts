// A separate process that trains on generated examples, and sums the histograms of a plain implementation.

import { type BoostingSettings, type TrainingSet, trainGradientBoostedTrees } from '@callside/boosting';
import { trainTogether } from '@callside/boosting/threads';
import { RandomSource } from '@callside/demo-shop';
import { answerMessages } from '../worker-process.ts';
import { type TrainingInput, type TrainingReport, trainingInputSchema } from './training-input.ts';

const rowsOfQuery = 200;
const leaves = 31;
const bins = 255;
/** Training and plain histograms take turns, so that both meet the same load of the machine. */
const turns = 4;

answerMessages(trainingInputSchema, async (input): Promise<TrainingReport> => {
  const set = makeExamples(input);
  const settings: BoostingSettings = {
    objective: 'lambdarank',
    trees: input.trees / turns,
    leaves,
    learningRate: 0.1,
    minRowsInLeaf: 50,
    l2: 1,
    featureFraction: 1,
    queryFraction: 1,
    maxBins: bins,
    seed: 1,
  };
  const training = new Stopwatch();
  const plainHistograms = new Stopwatch();
  let trees = 0;
  for (let turn = 0; turn < turns; turn += 1) {
    trees += training.time(() => trainGradientBoostedTrees(set, settings)).ensemble.trees.length;
    plainHistograms.time(() => sumPlainly(set, (settings.trees * Math.ceil(Math.log2(leaves))) / 2));
  }
  const both = [settings, { ...settings, seed: 2 }].map((own) => ({ set, settings: own }));
  const oneAfterTheOther = new Stopwatch();
  oneAfterTheOther.time(() => trainTogether(both, { threads: 1 }));
  const together = new Stopwatch();
  together.time(() => trainTogether(both, { threads: 2 }));
  return {
    training: training.seconds,
    plainHistograms: plainHistograms.seconds,
    oneAfterTheOther: oneAfterTheOther.seconds,
    together: together.seconds,
    trees,
  };
});

/** Sums of the time of this process, with all its threads. */
class Stopwatch {
  readonly seconds = { wall: 0, cpu: 0 };

  time<Result>(work: () => Result): Result {
    const startedAt = performance.now();
    const before = process.cpuUsage();
    const result = work();
    const { user, system } = process.cpuUsage(before);
    this.seconds.wall += (performance.now() - startedAt) / 1000;
    this.seconds.cpu += (user + system) / 1e6;
    return result;
  }
}

/** Two in a hundred rows are relevant, by a rule on a few features, with noise. */
function makeExamples({ rows, features }: TrainingInput): TrainingSet {
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

function sumPlainly({ features, featureCount, labels }: TrainingSet, times: number): void {
  const values = Uint8Array.from(features, (value) => Math.floor((value * (bins - 1)) / 5));
  const sums = new Float64Array(3 * bins * featureCount);
  for (let time = 0; time < times; time += 1) {
    for (let feature = 0; feature < featureCount; feature += 1) {
      for (let row = 0; row < labels.length; row += 1) {
        const at = 3 * (feature * bins + (values[feature * labels.length + row] as number));
        sums[at] = (sums[at] as number) + (labels[row] as number);
        sums[at + 1] = (sums[at + 1] as number) + 0.25;
        sums[at + 2] = (sums[at + 2] as number) + 1;
      }
    }
  }
  if (Number.isNaN(sums[0])) throw new Error('examples are numbers');
}
