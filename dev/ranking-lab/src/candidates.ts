import { scoreRows } from '@callside/boosting';
import {
  createCatalogue,
  defaultRankerSettings,
  noMeaning,
  prepareOffers,
  selectOffers,
  snapshotAsOf,
  trainRanker,
} from '@callside/recommender/ranking';
import type { Task, Training } from './protocol.ts';
import type { Candidate } from './recommender.ts';

export const listLength = 10;
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
const ranked: Candidate<Awaited<ReturnType<typeof trainRanker>>> = {
  name: 'ours',
  train: (monthly) => trainRanker(toShop(monthly), { ...defaultRankerSettings, seed: 1, sizedArticleTypes }),
  serve: ({ ensemble }, training) => {
    const candidatesFor = candidatesOn(training);
    return (task) => {
      const candidates = candidatesFor(task);
      const scores = scoreRows(ensemble, candidates.features.values, candidates.features.rowCount);
      const offers = selectOffers(candidates, { scores, meaning: noMeaning }, listLength);
      return { items: offers.map(({ item }) => item), candidates: [...candidates.items] };
    };
  },
};

/** The recommenders that are measured against the baselines. */
export const candidates = [unranked, ranked] as readonly Candidate[];

function toShop({ catalogue: { items, version }, rows }: Training) {
  return { catalogue: createCatalogue(items, version), rows };
}

/** Prepares offers like a service that has the data of the training. */
export function candidatesOn(training: Training) {
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
