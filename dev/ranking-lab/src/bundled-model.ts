import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { importOnnx, scoreRows } from '@callside/boosting';
import {
  bundledModelDirectory,
  type CandidateSet,
  noMeaning,
  ownFrequencyOrder,
  popularityOrder,
  selectOffers,
} from '@callside/recommender/ranking';
import { candidatesOn, listLength } from './candidates.ts';
import { compareMeans, scoreTask, summarize, type TaskScore } from './evaluation.ts';
import { type Contest, type ContestInput, readContests } from './shop-files.ts';

const seed = 1;

type Order = (candidates: CandidateSet) => readonly number[];

/** Measures the bundled model on purchase histories. Each basket is predicted on its own day. */
export async function measureBundledModel(
  input: Omit<ContestInput, 'seed'>,
  print: (text: string) => void,
): Promise<void> {
  const trees = importOnnx(await readFile(join(bundledModelDirectory, 'model.onnx')));
  const orders = {
    model: (candidates) => {
      const { values, rowCount } = candidates.features;
      const scores = scoreRows(trees, values, rowCount);
      return selectOffers(candidates, { scores, meaning: noMeaning }, listLength).map(({ item }) => item);
    },
    unranked: ({ items }) => [...items.subarray(0, listLength)],
    own_frequency: (candidates) => ownFrequencyOrder(candidates.snapshot, candidates, listLength),
    popularity: (candidates) => popularityOrder(candidates.snapshot, candidates, listLength),
  } satisfies Record<string, Order>;
  for (const contest of await readContests({ ...input, seed })) {
    // This task predicts a basket long before its day, which no service does.
    if (contest.kind !== 'next purchase') print(`  ${contest.shop}, ${contest.kind}: ${describe(contest, orders)}`);
  }
}

function describe({ test }: Contest, orders: Readonly<Record<string, Order>>): string {
  const scores = new Map<string, TaskScore[]>(Object.keys(orders).map((name) => [name, []]));
  for (const { training, tasks } of test) {
    const candidatesFor = candidatesOn(training);
    for (const task of tasks) {
      const candidates = candidatesFor(task);
      for (const [name, order] of Object.entries(orders)) scores.get(name)?.push(scoreTask(task, order(candidates)));
    }
  }
  const { ratio, low, high } = compareMeans(scores.get('model') ?? [], scores.get('unranked') ?? [], seed);
  const means = [...scores].map(([name, own]) => `${name.replaceAll('_', ' ')} ${summarize(own).mean.toFixed(4)}`);
  const range = `${low.toFixed(3)} to ${high.toFixed(3)}`;
  return `${means.join(', ')}; model by unranked ${ratio.toFixed(3)} (95 %: ${range})`;
}
