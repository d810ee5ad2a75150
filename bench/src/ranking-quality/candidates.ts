import {
  createCatalogue,
  defaultRankerSettings,
  prepareOffers,
  scoreRows,
  selectOffers,
  snapshotAsOf,
  trainRanker,
} from '@callside/recommender/ranking';
import type { Task, Training } from './protocol.ts';
import type { Candidate } from './recommender.ts';

const listLength = 10;
const sizedArticleTypes: ReadonlySet<string> = new Set();

/** The recommender's first-stage order, without a model. */
const unranked: Candidate = {
  name: 'ours, unranked',
  fit: (training) => {
    const { ask } = toShop(training);
    return (task) => {
      const { items } = ask(task);
      return { items: [...items.subarray(0, listLength)], candidates: [...items] };
    };
  },
};

/** The recommender with a model that is trained on data from before the split, as by `callside model train`. */
const ranked: Candidate = {
  name: 'ours',
  fit: (training) => {
    const { data, ask } = toShop(training);
    const { ensemble } = trainRanker(data, { ...defaultRankerSettings, seed: 1, sizedArticleTypes });
    return (task) => {
      const candidates = ask(task);
      const scores = scoreRows(ensemble, candidates.features.values, candidates.features.rowCount);
      const offers = selectOffers(candidates, scores, listLength);
      return { items: offers.map(({ item }) => item), candidates: [...candidates.items] };
    };
  },
};

/** The recommenders that are measured against the baselines. */
export const candidates: readonly Candidate[] = [unranked, ranked];

function toShop({ catalogue: { items, version }, rows, today }: Training) {
  const data = { catalogue: createCatalogue(items, version), rows };
  const snapshot = snapshotAsOf(data, today);
  const ask = ({ history, anchors }: Task) =>
    prepareOffers(snapshot, {
      history: history.flatMap(({ day, items }) => items.map((item) => ({ item, type: null, day }))),
      anchors,
      today,
      checkStock: false,
      sizedArticleTypes,
    });
  return { data, ask };
}
