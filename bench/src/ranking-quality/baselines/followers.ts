import { createModelCache } from '../model-cache.ts';
import { type Past, recency } from '../past.ts';
import { addVector, type SparseVector, toSparseVector } from '../postings.ts';
import { type QuerySetting, toQuery } from '../query.ts';
import { addTo, type Baseline, type OwnItems, ownItemsGrid, queryGrid } from './baseline.ts';

interface Setting extends QuerySetting, OwnItems {
  halfLifeDays: number | null;
  /** What a basket counts for by the one between it and the earlier one. */
  gapDecay: number;
  toPower: number;
}

interface Follows {
  rows: ReadonlyMap<number, SparseVector>;
  /** Of each item, as a follower. */
  totals: Float64Array;
}

/** What customers bought in a later basket than an item: a Markov chain that sees more than one step. */
export const followers: Baseline<Setting> = {
  name: 'followers',
  grid: {
    ...queryGrid,
    gapDecay: [0.5, 0, 0.9],
    halfLifeDays: [null, 60, 180],
    toPower: [0.25, 0, 0.5, 0.75],
    ...ownItemsGrid,
  },
  fit: (past, setting) => {
    const { rows, totals } = countFollows(past, setting);
    const discounts = totals.map((total) => Math.max(total, 1e-9) ** -setting.toPower);
    return (task, scores) => {
      for (const [item, weight] of toQuery(task, setting)) {
        const row = rows.get(item);
        if (row !== undefined) addVector(scores, row, weight / (past.buyers[item] ?? 1));
      }
      for (let item = 0; item < scores.length; item++) {
        scores[item] = (scores[item] as number) * (discounts[item] as number);
      }
    };
  },
};

const cache = createModelCache<Follows>(2);
// Further on there is nothing left of a decay below 1.
const farthestGap = 6;

function countFollows(past: Past, { halfLifeDays, gapDecay }: Setting): Follows {
  return cache(past, { halfLifeDays, gapDecay }, () => {
    const rows = new Map<number, Map<number, number>>();
    const totals = new Float64Array(past.itemCount);
    for (const baskets of past.customers) {
      for (const [index, { items }] of baskets.entries()) {
        for (const [gap, later] of baskets.slice(index + 1, index + 1 + farthestGap).entries()) {
          const age = halfLifeDays === null ? 1 : recency(past, later.day, halfLifeDays);
          const weight = age * gapDecay ** gap;
          if (weight === 0) continue;
          for (const item of items) {
            const row = rows.get(item) ?? new Map<number, number>();
            rows.set(item, row);
            for (const follower of later.items) {
              row.set(follower, (row.get(follower) ?? 0) + weight);
              addTo(totals, follower, weight);
            }
          }
        }
      }
    }
    return { rows: new Map([...rows].map(([item, row]) => [item, toSparseVector(row)])), totals };
  });
}
