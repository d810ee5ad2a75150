import type { Basket } from '../baskets.ts';
import { createModelCache } from '../model-cache.ts';
import type { Past } from '../past.ts';
import {
  addProducts,
  addVector,
  type Postings,
  type SparseVector,
  squaredNorm,
  toPostings,
  toSparseVector,
} from '../postings.ts';
import { toSeenBaskets } from '../query.ts';
import { rankItems } from '../ranked-items.ts';
import { type Baseline, type OwnItems, ownItemsGrid } from './baseline.ts';

interface Decays {
  /** Weight of a basket relative to the next one of its group. */
  withinDecay: number;
  /** Weight of a group relative to the next one. */
  groupDecay: number;
  /** Baskets in a group. */
  groupSize: number;
}

interface Setting extends Decays, OwnItems {
  neighbours: number;
  /** Share of the customer's own vector in the prediction. */
  alpha: number;
  withHistory: boolean;
}

interface Model {
  vectors: readonly SparseVector[];
  postings: Postings;
  squaredNorms: Float64Array;
}

/** Temporal item frequency with customer neighbours: Hu et al., "Modeling Personalized Item Frequency Information" (2020). */
export const tifuKnn: Baseline<Setting> = {
  name: 'TIFU-KNN',
  grid: {
    groupSize: [7, 2, 3, 5, 11, 20],
    withinDecay: [0.9, 0.6, 0.7, 0.8, 1],
    groupDecay: [0.7, 0.2, 0.5, 0.6, 0.8, 0.9, 1],
    neighbours: [300, 100, 500, 900, 1500, 3000],
    alpha: [0.7, 0.05, 0.1, 0.2, 0.3, 0.5, 0.8, 0.9],
    withHistory: [true, false],
    ...ownItemsGrid,
  },
  fit: (past, setting) => {
    const { vectors, postings, squaredNorms } = toModel(past, setting);
    const products = new Float64Array(vectors.length);
    const closeness = new Float64Array(vectors.length);
    return (task, scores) => {
      const own = toVector(toSeenBaskets(task, setting.withHistory), setting);
      const ownNorm = squaredNorm(own);
      products.fill(0);
      addProducts(postings, own, products);
      for (const [customer, norm] of squaredNorms.entries()) {
        closeness[customer] = 1 / (1 + Math.max(0, ownNorm + norm - 2 * (products[customer] ?? 0)));
      }
      if (task.customer >= 0) closeness[task.customer] = 0;
      const nearest = rankItems(closeness, products, setting.neighbours).items;
      for (const customer of nearest) {
        addVector(scores, vectors[customer] as SparseVector, (1 - setting.alpha) / nearest.length);
      }
      addVector(scores, own, setting.alpha);
    };
  },
};

const cache = createModelCache<Model>(2);

function toModel(past: Past, { withinDecay, groupDecay, groupSize }: Decays): Model {
  return cache(past, { withinDecay, groupDecay, groupSize }, () => {
    const vectors = past.customers.map((baskets) => toVector(baskets, { withinDecay, groupDecay, groupSize }));
    return {
      vectors,
      postings: toPostings(vectors, past.itemCount),
      squaredNorms: Float64Array.from(vectors, squaredNorm),
    };
  });
}

/** Groups are formed from the last basket backwards, so that only the oldest one may be smaller. */
function toVector(baskets: readonly Basket[], { withinDecay, groupDecay, groupSize }: Decays): SparseVector {
  const groupCount = Math.ceil(baskets.length / groupSize);
  const vector = new Map<number, number>();
  for (const [index, { items }] of baskets.toReversed().entries()) {
    const group = Math.floor(index / groupSize);
    const size = group === groupCount - 1 ? baskets.length - group * groupSize : groupSize;
    const weight = (groupDecay ** group * withinDecay ** (index % groupSize)) / (size * groupCount);
    for (const item of items) vector.set(item, (vector.get(item) ?? 0) + weight);
  }
  return toSparseVector(vector);
}
