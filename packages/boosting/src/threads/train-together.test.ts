import type { BoostingSettings } from '../boosting-settings.ts';
import { trainGradientBoostedTrees } from '../gradient-boosting.ts';
import { createRandom } from '../sampling.ts';
import type { TrainingSet } from '../training-set.ts';
import { type Training, trainTogether } from './train-together.ts';

const settings: BoostingSettings = {
  objective: 'lambdarank',
  trees: 12,
  leaves: 8,
  learningRate: 0.1,
  minRowsInLeaf: 5,
  l2: 1,
  featureFraction: 0.5,
  queryFraction: 0.8,
  maxBins: 63,
  seed: 1,
};

function createSet(seed: number): TrainingSet {
  const random = createRandom(seed);
  const [queries, rows, featureCount] = [40, 25, 6];
  const features = Float32Array.from({ length: queries * rows * featureCount }, random);
  const labels = Float32Array.from({ length: queries * rows }, (_, row) =>
    (features[row * featureCount] as number) + random() > 1.6 ? 1 : 0,
  );
  return { features, featureCount, labels, groups: Int32Array.from({ length: queries + 1 }, (_, at) => at * rows) };
}

const [first, second] = [createSet(1), createSet(2)];
const trainings: readonly Training[] = [
  { set: first, settings },
  { set: first, settings: { ...settings, objective: 'logistic', trees: 7 } },
  { set: second, settings: { ...settings, seed: 2, trees: 3 } },
];

it.each([1, 2, 3, 8])('%d threads give exactly the trees of one thread', (threads) => {
  const alone = trainings.map(({ set, settings: own }) => trainGradientBoostedTrees(set, own));
  expect(alone[0]?.ensemble.trees).toHaveLength(12);
  expect(trainTogether(trainings, { threads })).toEqual(alone);
});

it.each([1, 2])('the last round of each training is reported with %d threads', (threads) => {
  const last = new Map<number, number>();
  trainTogether(trainings, { threads, onRound: (training, round) => last.set(training, round) });
  expect([...last].sort()).toEqual([
    [0, 12],
    [1, 7],
    [2, 3],
  ]);
});

it('an empty list of trainings gives no results', () => {
  expect(trainTogether([], { threads: 2 })).toEqual([]);
});
