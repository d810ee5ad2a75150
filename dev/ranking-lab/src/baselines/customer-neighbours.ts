import { createModelCache } from '../model-cache.ts';
import { type Past, recency } from '../past.ts';
import {
  addProducts,
  addVector,
  type Postings,
  type SparseVector,
  squaredNorm,
  toPostings,
  toSparseVector,
} from '../postings.ts';
import { type QuerySetting, toQuery } from '../query.ts';
import { rankItems } from '../ranked-items.ts';
import { type Baseline, type OwnItems, ownItemsGrid, queryGrid } from './baseline.ts';

interface Setting extends QuerySetting, OwnItems {
  neighbours: number;
  /** Exponent of the similarities. */
  sharpness: number;
  /** The weight of an item is its number of buyers to the power of minus this. */
  rarity: number;
  /** Half-life of the purchases of a neighbour. */
  halfLifeDays: number | null;
}

interface Model {
  postings: Postings;
  norms: Float64Array;
}

export const customerNeighbours: Baseline<Setting> = {
  name: 'customer neighbours',
  grid: {
    ...queryGrid,
    neighbours: [300, 30, 100, 1000, 3000],
    sharpness: [1, 2, 4],
    rarity: [0.25, 0, 0.5, 0.75],
    halfLifeDays: [null, 30, 60, 120, 365],
    ...ownItemsGrid,
  },
  fit: (past, setting) => {
    const { postings, norms } = toModel(past, setting.rarity);
    const worth = past.buyers.map((buyers) => Math.max(1, buyers) ** -setting.rarity);
    const purchases = toPurchaseVectors(past, setting.halfLifeDays);
    const similarities = new Float64Array(past.customers.length);
    return (task, scores) => {
      const query = [...toQuery(task, setting)].map(([item, weight]) => [item, weight * (worth[item] ?? 0)] as const);
      similarities.fill(0);
      addProducts(postings, toSparseVector(new Map(query)), similarities);
      for (const [customer, norm] of norms.entries()) similarities[customer] = (similarities[customer] ?? 0) / norm;
      if (task.customer >= 0) similarities[task.customer] = 0;
      const nearest = rankItems(similarities, norms, setting.neighbours);
      for (const [index, customer] of nearest.items.entries()) {
        const similarity = (nearest.scores[index] ?? 0) ** setting.sharpness;
        addVector(scores, purchases[customer] as SparseVector, similarity);
      }
    };
  },
};

const cache = createModelCache<Model>(2);

function toModel(past: Past, rarity: number): Model {
  return cache(past, rarity, () => {
    const vectors = past.customers.map((baskets): SparseVector => {
      const vector = new Map<number, number>();
      for (const item of baskets.flatMap(({ items }) => items)) {
        vector.set(item, (vector.get(item) ?? 0) + (past.buyers[item] ?? 1) ** -rarity);
      }
      return toSparseVector(vector);
    });
    return {
      postings: toPostings(vectors, past.itemCount),
      norms: Float64Array.from(vectors, (vector) => Math.sqrt(squaredNorm(vector))),
    };
  });
}

const purchaseCache = createModelCache<SparseVector[]>(2);

/** How often each customer bought each item. */
function toPurchaseVectors(past: Past, halfLifeDays: number | null): SparseVector[] {
  return purchaseCache(past, halfLifeDays, () =>
    past.customers.map((baskets) => {
      const counts = new Map<number, number>();
      for (const { day, items } of baskets) {
        const age = halfLifeDays === null ? 1 : recency(past, day, halfLifeDays);
        for (const item of items) counts.set(item, (counts.get(item) ?? 0) + age);
      }
      return toSparseVector(counts);
    }),
  );
}
