import type { Basket } from '../baskets.ts';
import { createModelCache } from '../model-cache.ts';
import type { Past } from '../past.ts';
import { addProducts, addVector, type Postings, type SparseVector, toPostings, toSparseVector } from '../postings.ts';
import { toSeenBaskets } from '../query.ts';
import { type Baseline, type OwnItems, ownItemsGrid } from './baseline.ts';

interface Setting extends OwnItems {
  /** Number of last baskets in which a customer's popularity is counted. */
  recentBaskets: number;
  /** Exponent of the similarities. */
  locality: number;
  /** 0 divides by the number of the neighbour's items, 1 by that of the customer's items. */
  asymmetry: number;
  withHistory: boolean;
}

interface Model {
  postings: Postings;
  sizes: Float64Array;
}

/** User-wise popularity with collaborative filtering: Faggioli, Polato, Aiolli, "Recency Aware Collaborative Filtering" (2020). */
export const upCf: Baseline<Setting> = {
  name: 'UP-CF',
  grid: {
    recentBaskets: [10, 1, 3, 5, 25, 100],
    asymmetry: [0.25, 0, 0.5, 0.75, 1],
    locality: [5, 1, 2, 10, 25, 50],
    withHistory: [true, false],
    ...ownItemsGrid,
  },
  fit: (past, { recentBaskets, asymmetry, locality, withHistory }) => {
    const { postings, sizes } = toModel(past);
    const popularities = toPopularities(past, recentBaskets);
    const shared = new Float64Array(sizes.length);
    return (task, scores) => {
      const seen = toSeenBaskets(task, withHistory);
      const own = toSet(seen);
      shared.fill(0);
      addProducts(postings, own, shared);
      for (const [customer, size] of sizes.entries()) {
        const both = shared[customer] ?? 0;
        if (both === 0 || customer === task.customer) continue;
        const similarity = (both / (own.items.length ** asymmetry * size ** (1 - asymmetry))) ** locality;
        addVector(scores, popularities[customer] as SparseVector, similarity);
      }
      addVector(scores, toPopularity(seen, recentBaskets), 1);
    };
  },
};

const models = createModelCache<Model>(1);
const popularityCache = createModelCache<SparseVector[]>(2);

function toModel(past: Past): Model {
  return models(past, null, () => {
    const vectors = past.customers.map(toSet);
    return {
      postings: toPostings(vectors, past.itemCount),
      sizes: Float64Array.from(vectors, ({ items }) => items.length),
    };
  });
}

function toPopularities(past: Past, recentBaskets: number): SparseVector[] {
  return popularityCache(past, recentBaskets, () =>
    past.customers.map((baskets) => toPopularity(baskets, recentBaskets)),
  );
}

function toSet(baskets: readonly Basket[]): SparseVector {
  return toSparseVector(new Map(baskets.flatMap(({ items }) => items.map((item) => [item, 1] as const))));
}

/** Share of the last baskets that contain an item. */
function toPopularity(baskets: readonly Basket[], recentBaskets: number): SparseVector {
  const recent = baskets.slice(-recentBaskets);
  const shares = new Map<number, number>();
  for (const item of recent.flatMap(({ items }) => items)) {
    shares.set(item, (shares.get(item) ?? 0) + 1 / recent.length);
  }
  return toSparseVector(shares);
}
