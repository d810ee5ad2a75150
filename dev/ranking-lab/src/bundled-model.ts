import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { importOnnx, scoreRows } from '@callside/boosting';
import {
  bundledModelDirectory,
  type CandidateSet,
  describeModelCard,
  type MeasuredShop,
  noMeaning,
  ownFrequencyOrder,
  popularityOrder,
  readBundledManifest,
  readMeasurements,
  selectOffers,
  writeMeasurements,
} from '@callside/recommender/ranking';
import { candidatesOn, listLength } from './candidates.ts';
import { compareMeans, scoreTask, summarize, type TaskScore } from './evaluation.ts';
import { type Contest, type ContestInput, readContests } from './shop-files.ts';

const seed = 1;

type Order = (candidates: CandidateSet) => readonly number[];

/** Measures the bundled model on real purchase histories, and writes the figures to its card. Each basket is predicted on its own day. */
export async function measureBundledModel(
  input: Omit<ContestInput, 'seed'>,
  print: (text: string) => void,
): Promise<void> {
  const manifest = await readBundledManifest();
  const measurements = await readMeasurements(bundledModelDirectory);
  if (manifest === null || measurements.artifactVersion !== manifest.artifact_version) {
    throw new Error('the bundled model has not been measured on generated shops: build it again');
  }
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
  const real: MeasuredShop[] = [];
  for (const contest of await readContests({ ...input, seed })) {
    // This task predicts a basket long before its day, which no service does.
    if (contest.kind === 'next purchase') continue;
    const measured = measure(contest, orders);
    print(
      `  ${measured.shop}, ${measured.task}: ${measured.model.toFixed(4)}, first-stage order ${measured.unranked.toFixed(4)}`,
    );
    real.push(measured);
  }
  const measured = [...measurements.measured.filter(({ is_real }) => !is_real), ...real];
  await writeMeasurements(bundledModelDirectory, { ...measurements, measured });
  const card = describeModelCard(manifest, measurements.learntFrom, measured);
  await writeFile(join(bundledModelDirectory, 'README.md'), card);
}

function measure({ shop, kind, test }: Contest, orders: Readonly<Record<keyof Figures, Order>>): MeasuredShop {
  const scores: Record<keyof Figures, TaskScore[]> = { model: [], unranked: [], own_frequency: [], popularity: [] };
  for (const { training, tasks } of test) {
    const candidatesFor = candidatesOn(training);
    for (const task of tasks) {
      const candidates = candidatesFor(task);
      for (const name of Object.keys(orders) as (keyof Figures)[]) {
        scores[name].push(scoreTask(task, orders[name](candidates)));
      }
    }
  }
  const { ratio, low, high } = compareMeans(scores.model, scores.unranked, seed);
  const mean = (name: keyof Figures) => summarize(scores[name]).mean;
  return {
    shop,
    is_real: true,
    task: kind,
    tasks: scores.model.length,
    model: mean('model'),
    unranked: mean('unranked'),
    own_frequency: mean('own_frequency'),
    popularity: mean('popularity'),
    difference: ratio - 1,
    low: low - 1,
    high: high - 1,
  };
}

type Figures = Pick<MeasuredShop, 'model' | 'unranked' | 'own_frequency' | 'popularity'>;
