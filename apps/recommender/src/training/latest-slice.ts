import type { PurchaseRows } from '../domain/purchase-rows.ts';
import { planSlices } from './slice-plan.ts';
import { cutTimeSlice, type TimeSlice } from './time-slices.ts';
import { defaultRankerSettings } from './train-ranker.ts';

/**
 * The last days of the orders, which no backtest on them has seen: what models are judged by. The same orders give the
 * same tasks, whichever model is asked.
 */
export function latestSlice(rows: PurchaseRows): TimeSlice & { readonly lastDay: number } {
  const { report } = planSlices(rows, defaultRankerSettings);
  const slice = cutTimeSlice(rows, { ...report, mostTasks: defaultRankerSettings.reportTasks, seed: 1 });
  return { ...slice, lastDay: report.today + report.days - 1 };
}
