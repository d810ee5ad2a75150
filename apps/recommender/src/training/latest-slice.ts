import type { PurchaseRows } from '../domain/purchase-rows.ts';
import { cutTimeSlice, type TimeSlice } from './time-slices.ts';
import { defaultRankerSettings } from './train-ranker.ts';

const { sliceDays, mostTasks } = defaultRankerSettings;

/**
 * The last days of the orders, which no training on them has seen: what models are judged by. The same orders give the
 * same tasks, whichever model is asked.
 */
export function latestSlice(rows: PurchaseRows): TimeSlice & { readonly lastDay: number } {
  const lastDay = rows.days.reduce((latest, day) => Math.max(latest, day), Number.NEGATIVE_INFINITY);
  const today = lastDay + 1 - sliceDays;
  return { ...cutTimeSlice(rows, { today, days: sliceDays, mostTasks, seed: 1 }), lastDay };
}
