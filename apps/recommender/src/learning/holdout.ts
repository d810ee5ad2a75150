import type { PurchaseRows } from '../ranking/index.ts';
import { planQueryDays } from './query-days.ts';
import type { QueryDay } from './ranking-task.ts';
import { tasksByDay } from './tasks-by-day.ts';

export interface Holdout {
  /** Days since 1970-01-01, both included. */
  readonly from: number;
  readonly lastDay: number;
  readonly days: readonly QueryDay[];
}

/** Limit of tasks of each kind. A shop with fewer baskets in its last days is measured on all of them. */
const mostTasks = 4_000;
/** The seed is fixed, so that the same orders give the same tasks for every model. */
const seed = 1;

/** The last days of the orders. Models are measured on them, because no backtest on these orders was trained on them. */
export function holdoutOf(rows: PurchaseRows): Holdout {
  const { holdoutFrom, holdoutDays, holdout } = planQueryDays(rows);
  return {
    from: holdoutFrom,
    lastDay: holdoutFrom + holdoutDays - 1,
    days: tasksByDay(rows, holdout, { mostTasks, seed }),
  };
}
