import { createModelCache } from '../model-cache.ts';
import { type Past, recency } from '../past.ts';
import { addVector, type SparseVector } from '../postings.ts';
import { type QuerySetting, toQuery } from '../query.ts';
import { addTo, type Baseline, type OwnItems, ownItemsGrid, queryGrid } from './baseline.ts';

interface Setting extends QuerySetting, OwnItems {
  halfLifeDays: number | null;
  /** Factor of a later basket's weight for each basket between it and the earlier one. */
  gapDecay: number;
  toPower: number;
}

/** What customers bought in a later basket than an item: a Markov chain over several steps. */
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
    const { halfLifeDays, gapDecay } = setting;
    const rows = cache(past, { halfLifeDays, gapDecay }, () => new Map());
    const places = findPlaces(past);
    const sums = new Float64Array(past.itemCount);
    const rowOf = (item: number) => {
      const row = rows.get(item) ?? countFollowers(past, places[item] ?? [], setting, sums);
      rows.set(item, row);
      return row;
    };
    const discounts = past.buyers.map((buyers) => Math.max(buyers, 1) ** -setting.toPower);
    return (task, scores) => {
      for (const [item, weight] of toQuery(task, setting)) {
        addVector(scores, rowOf(item), weight / Math.max(past.buyers[item] ?? 0, 1));
      }
      for (let item = 0; item < scores.length; item++) {
        scores[item] = (scores[item] as number) * (discounts[item] as number);
      }
    };
  },
};

const cache = createModelCache<Map<number, SparseVector>>(1);
const placesCache = createModelCache<Place[][]>(1);

/** A basket: its customer, and its index among their baskets. */
interface Place {
  customer: number;
  basket: number;
}

/** The baskets that contain each item. */
function findPlaces(past: Past): Place[][] {
  return placesCache(past, null, () => {
    const places: Place[][] = Array.from({ length: past.itemCount }, () => []);
    for (const [customer, baskets] of past.customers.entries()) {
      for (const [basket, { items }] of baskets.entries()) {
        for (const item of items) places[item]?.push({ customer, basket });
      }
    }
    return places;
  });
}

// Baskets that are further away do not count.
const farthestGap = 6;

/** `sums` must be all 0 before, and are all 0 after. */
function countFollowers(
  past: Past,
  places: readonly Place[],
  { halfLifeDays, gapDecay }: Setting,
  sums: Float64Array,
): SparseVector {
  const found: number[] = [];
  for (const { customer, basket } of places) {
    const later = past.customers[customer]?.slice(basket + 1, basket + 1 + farthestGap) ?? [];
    for (const [gap, { day, items }] of later.entries()) {
      const weight = (halfLifeDays === null ? 1 : recency(past, day, halfLifeDays)) * gapDecay ** gap;
      if (weight === 0) break;
      for (const item of items) {
        if (sums[item] === 0) found.push(item);
        addTo(sums, item, weight);
      }
    }
  }
  const weights = Float64Array.from(found, (item) => sums[item] ?? 0);
  for (const item of found) sums[item] = 0;
  return { items: Int32Array.from(found), weights };
}
