import { createModelCache } from '../model-cache.ts';
import { type Past, recency } from '../past.ts';
import { addTo, type Baseline, type OwnItems, ownItemsGrid } from './baseline.ts';

interface Overall extends OwnItems {
  counted: 'customers' | 'baskets';
}

export const overallPopularity: Baseline<Overall> = {
  name: 'overall popularity',
  grid: { counted: ['customers', 'baskets'], ...ownItemsGrid },
  fit: (past, { counted }) => {
    const popularity =
      counted === 'customers' ? past.buyers : countRecent(past, { halfLifeDays: null, windowDays: null });
    return (_task, scores) => scores.set(popularity);
  },
};

export interface RecentCount {
  /** Null: purchases of any age count the same. */
  halfLifeDays: number | null;
  /** Null: purchases of all times count. */
  windowDays: number | null;
}

export const recentPopularity: Baseline<RecentCount & OwnItems> = {
  name: 'recent popularity',
  grid: {
    windowDays: [30, 7, 14, 21, 60, 90, 180, 365, null],
    halfLifeDays: [null, 3, 7, 14, 30, 60, 120],
    ...ownItemsGrid,
  },
  fit: (past, setting) => {
    const popularity = countRecent(past, setting);
    return (_task, scores) => scores.set(popularity);
  },
};

const cache = createModelCache<Float64Array>(8);

/** How often each item was bought, in baskets. */
export function countRecent(past: Past, { halfLifeDays, windowDays }: RecentCount): Float64Array {
  return cache(past, { halfLifeDays, windowDays }, () => {
    const counts = new Float64Array(past.itemCount);
    for (const { day, items } of past.customers.flat()) {
      if (windowDays !== null && day < past.today - windowDays) continue;
      const weight = halfLifeDays === null ? 1 : recency(past, day, halfLifeDays);
      for (const item of items) addTo(counts, item, weight);
    }
    return counts;
  });
}
