import { type GroupSetting, groupItems, type ItemGroups } from '../item-groups.ts';
import { createModelCache } from '../model-cache.ts';
import type { Past } from '../past.ts';
import { type QuerySetting, toQuery } from '../query.ts';
import { invertSymmetric } from '../symmetric-inverse.ts';
import { addTo, type Baseline, type OwnItems, ownItemsGrid, queryGrid } from './baseline.ts';

interface Setting extends QuerySetting, OwnItems, GroupSetting {
  lambda: number;
  /** Number of items, those with the most buyers; other items are neither used nor recommended. */
  mostItems: number;
}

interface Model {
  /** Index of each item in the matrix; -1 when it is not in it. */
  places: Int32Array;
  items: Int32Array;
  /** Row-major: the weight of a bought item for each other item. */
  weights: Float32Array;
}

/** A linear autoencoder in closed form: Steck, "Embarrassingly Shallow Autoencoders for Sparse Data" (2019). */
export const ease: Baseline<Setting> = {
  name: 'EASE',
  // The time grows with the third power of the number of items: some minutes for 4,000.
  afterTuning: { mostItems: 4000 },
  isFittedMonthly: true,
  grid: {
    ...queryGrid,
    ...ownItemsGrid,
    mostItems: [1500],
    together: ['customer', 'basket'],
    halfLifeDays: [null],
    sizePenalty: [0],
    lambda: [20, 2, 5, 60, 200, 600],
  },
  fit: (past, setting) => {
    const { places, items, weights } = toModel(past, setting);
    return (task, scores) => {
      for (const [item, weight] of toQuery(task, setting)) {
        const place = places[item] ?? -1;
        if (place < 0) continue;
        const start = place * items.length;
        for (let other = 0; other < items.length; other++) {
          addTo(scores, items[other] as number, weight * (weights[start + other] as number));
        }
      }
    };
  },
};

const cache = createModelCache<Model>(12);

function toModel(past: Past, setting: Setting): Model {
  const { lambda, mostItems, together, halfLifeDays, sizePenalty } = setting;
  return cache(past, { lambda, mostItems, together, halfLifeDays, sizePenalty }, () => {
    const byBuyers = [...past.buyers.keys()].sort((a, b) => (past.buyers[b] ?? 0) - (past.buyers[a] ?? 0));
    const items = Int32Array.from(byBuyers.slice(0, mostItems).filter((item) => (past.buyers[item] ?? 0) > 0));
    const places = new Int32Array(past.itemCount).fill(-1);
    for (const [place, item] of items.entries()) places[item] = place;
    const size = items.length;
    const gram = countPairs(groupItems(past, setting), places, size);
    for (let place = 0; place < size; place++) addTo(gram, place * size + place, lambda);
    const inverse = invertSymmetric(gram, size);
    const weights = new Float32Array(size * size);
    for (let place = 0; place < size; place++) {
      for (let other = 0; other < size; other++) {
        const value = -(inverse[place * size + other] ?? 0) / (inverse[other * size + other] ?? 1);
        weights[place * size + other] = place === other ? 0 : value;
      }
    }
    return { places, items, weights };
  });
}

function countPairs({ groups, weights }: ItemGroups, places: Int32Array, size: number): Float64Array {
  const counts = new Float64Array(size * size);
  for (const [index, group] of groups.entries()) {
    const known = group.map((item) => places[item] ?? -1).filter((place) => place >= 0);
    for (const place of known) for (const other of known) addTo(counts, place * size + other, weights[index] ?? 0);
  }
  return counts;
}
