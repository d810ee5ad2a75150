import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { importOnnx, scoreRows, type TreeEnsemble } from '@callside/boosting';
import {
  bundledModelDirectory,
  createCatalogue,
  defaultRankerSettings,
  noMeaning,
  prepareOffers,
  selectOffers,
  snapshotAsOf,
  trainRanker,
} from '@callside/recommender/ranking';
import type { Task, Training } from './protocol.ts';
import type { Candidate, Recommend } from './recommender.ts';

const listLength = 10;
const sizedArticleTypes: ReadonlySet<string> = new Set();

/** The recommender's first-stage order, without a model. */
const unranked: Candidate = {
  name: 'ours, unranked',
  train: () => null,
  serve: (_, training) => {
    const candidatesFor = candidatesOn(training);
    return (task) => {
      const { items } = candidatesFor(task);
      return { items: [...items.subarray(0, listLength)], candidates: [...items] };
    };
  },
};

/** The recommender with a model that is trained as by `callside model train`. */
const ranked: Candidate<TreeEnsemble> = {
  name: 'ours',
  train: async (monthly) => {
    const settings = { ...defaultRankerSettings, seed: 1, sizedArticleTypes };
    return (await trainRanker(toShop(monthly), settings)).ensemble;
  },
  serve: serveRanked,
};

/** The recommender with the model that ships with it. */
const bundled: Candidate<TreeEnsemble> = {
  name: 'ours, bundled model',
  train: async () => importOnnx(await readFile(join(bundledModelDirectory, 'model.onnx'))),
  serve: serveRanked,
};

/** The recommenders that are measured against the baselines. */
export const candidates = [unranked, ranked, bundled] as readonly Candidate[];

function serveRanked(ensemble: TreeEnsemble, training: Training): Recommend {
  const candidatesFor = candidatesOn(training);
  return (task) => {
    const candidates = candidatesFor(task);
    const scores = scoreRows(ensemble, candidates.features.values, candidates.features.rowCount);
    const offers = selectOffers(candidates, { scores, meaning: noMeaning }, listLength);
    return { items: offers.map(({ item }) => item), candidates: [...candidates.items] };
  };
}

function toShop({ catalogue: { items, version }, rows }: Training) {
  return { catalogue: createCatalogue(items, version), rows };
}

/** Prepares offers like a service that has the data of the training. */
function candidatesOn(training: Training) {
  const snapshot = snapshotAsOf(toShop(training), training.today);
  return ({ history, anchors, today }: Task) =>
    prepareOffers(snapshot, {
      history: history.flatMap(({ day, items }) => items.map((item) => ({ item, type: null, day }))),
      anchors,
      today,
      checkStock: false,
      sizedArticleTypes,
    });
}
