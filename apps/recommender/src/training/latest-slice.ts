import type { PurchaseRows } from '../domain/purchase-rows.ts';
import { planSlices } from './slice-plan.ts';
import { cutTimeSlice, type TimeSlice } from './time-slices.ts';
import { defaultRankerSettings } from './train-ranker.ts';

/**
 * The last days of the orders. No backtest on these orders learnt from them, so models are measured on them. The same
 * orders give the same tasks for every model.
 */
export function latestSlice(rows: PurchaseRows): TimeSlice & { readonly lastDay: number } {
  const { report } = planSlices(rows, defaultRankerSettings);
  const slice = cutTimeSlice(rows, { ...report, mostTasks: defaultRankerSettings.reportTasks, seed: 1 });
  return { ...slice, lastDay: report.today + report.days - 1 };
}
