import { type Past, recency } from '../past.ts';
import type { Task } from '../protocol.ts';
import { addTo, type Baseline } from './baseline.ts';
import { countRecent, type RecentCount } from './popularity.ts';

interface Personal {
  /** Weight of a basket relative to the one after it. */
  decay: number;
  halfLifeDays: number | null;
}

const personalGrid = { decay: [0.9, 1, 0.95, 0.8, 0.6, 0.3], halfLifeDays: [null, 14, 60, 180] } as const;

export const personalFrequency: Baseline<Personal> = {
  name: 'personal frequency',
  grid: personalGrid,
  onlyOwnItems: true,
  fit: (past, setting) => (task, scores) => countOwn(past, task, setting, scores),
};

/** The customer's own items, most frequent first, then popular items. */
export const mixedFrequency: Baseline<Personal & RecentCount & { popularityWeight: number }> = {
  name: 'mixed frequency',
  grid: {
    ...personalGrid,
    // Below 1, popularity only orders items that the customer bought equally often, and the items after them.
    popularityWeight: [0.01, 0.3, 1, 3, 10, 30],
    windowDays: [30, 7, 14, 21, 60, 90, 180, null],
  },
  fit: (past, setting) => {
    const popularity = countRecent(past, { windowDays: setting.windowDays, halfLifeDays: null });
    const highest = popularity.reduce((most, count) => Math.max(most, count), 1);
    return (task, scores) => {
      for (const [item, count] of popularity.entries()) scores[item] = (setting.popularityWeight * count) / highest;
      countOwn(past, task, setting, scores);
    };
  },
};

function countOwn(past: Past, { history }: Task, { decay, halfLifeDays }: Personal, scores: Float64Array): void {
  for (const [index, { day, items }] of history.entries()) {
    const age = halfLifeDays === null ? 1 : recency(past, day, halfLifeDays);
    for (const item of items) addTo(scores, item, decay ** (history.length - 1 - index) * age);
  }
}
