import type { HistoryLine, PurchaseRows } from '../ranking/index.ts';
import { type CustomerLines, customerLinesOf } from '../ranking/index.ts';
import type { QueryDay, RankingTask, TaskKind } from './ranking-task.ts';
import { hashOf } from './stable-hash.ts';

export interface TaskSampling {
  /** About this many tasks per kind are drawn at random from all days together. */
  readonly mostTasks: number;
  /** Limit of targets of all tasks of a kind; fewer tasks are drawn above it. Absent: no limit. */
  readonly mostTargets?: number;
  readonly seed: number;
}

/** Lines `from` to `end` of a customer: those before `basket` are the history. */
interface Basket {
  readonly customer: number;
  /** Number among the customers who are known on that day. No later order changes it. */
  readonly known: number;
  readonly from: number;
  readonly basket: number;
  readonly end: number;
}

/** Older lines add no information. */
const maxHistoryLines = 400;

/**
 * The baskets of these days as tasks, without the days that have none. A basket is drawn by the data of its day, so later orders do
 * not change which baskets are drawn.
 */
export function tasksByDay(
  rows: PurchaseRows,
  days: readonly number[],
  { mostTasks, mostTargets = Number.POSITIVE_INFINITY, seed }: TaskSampling,
): QueryDay[] {
  const lines = customerLinesOf(rows, Number.POSITIVE_INFINITY);
  const baskets = basketsOf(lines, days);
  const all = [...baskets.values()].flat();
  const shareOf = (some: readonly Basket[], anchors: number) => {
    const targets = some.reduce((sum, { basket, end }) => sum + end - basket - anchors, 0);
    return Math.min(1, mostTasks / some.length, mostTargets / targets);
  };
  const shares = { next_purchase: shareOf(all.filter(isReturn), 0), anchors: shareOf(all.filter(hasSeveral), 1) };
  const tasksOf = (today: number, basket: Basket) => {
    const isDrawn = (kind: TaskKind) => hashOf(seed, today, basket.known, kind.length) < shares[kind] * 2 ** 32;
    const tasks: RankingTask[] = [];
    if (isReturn(basket) && isDrawn('next_purchase')) tasks.push(taskOf(lines, basket, 'next_purchase', []));
    if (hasSeveral(basket) && isDrawn('anchors')) {
      const place = hashOf(seed, today, basket.known) % (basket.end - basket.basket);
      tasks.push(taskOf(lines, basket, 'anchors', [lines.items[basket.basket + place] as number]));
    }
    return tasks;
  };
  return days
    .map((today) => ({ today, tasks: (baskets.get(today) ?? []).flatMap((basket) => tasksOf(today, basket)) }))
    .filter(({ tasks }) => tasks.length > 0);
}

function basketsOf({ starts, days, baskets }: CustomerLines, queryDays: readonly number[]): Map<number, Basket[]> {
  const found = new Map<number, Basket[]>(queryDays.map((day) => [day, []]));
  // By query day: the number of customers so far who bought something on that day or before.
  const known = new Map(queryDays.map((day) => [day, 0]));
  for (let customer = 0; customer + 1 < starts.length; customer += 1) {
    const from = starts[customer] as number;
    const to = starts[customer + 1] as number;
    for (let basket = from, end = from; basket < to; basket = end) {
      while (end < to && baskets[end] === baskets[basket]) end += 1;
      const day = days[basket] as number;
      found.get(day)?.push({ customer, known: known.get(day) as number, from, basket, end });
    }
    for (const [day, count] of known) if (day >= (days[from] as number)) known.set(day, count + 1);
  }
  return found;
}

function isReturn({ from, basket }: Basket): boolean {
  return basket > from;
}

function hasSeveral({ basket, end }: Basket): boolean {
  return end - basket > 1;
}

/** The items of the basket that are no anchors are the targets. */
function taskOf(lines: CustomerLines, basket: Basket, kind: TaskKind, anchors: readonly number[]): RankingTask {
  const items = [...lines.items.subarray(basket.basket, basket.end)];
  return {
    kind,
    customer: basket.customer,
    history: historyOf(lines, basket),
    anchors,
    targets: items.filter((item) => !anchors.includes(item)),
  };
}

function historyOf({ items, days }: CustomerLines, { from, basket }: Basket): HistoryLine[] {
  const history: HistoryLine[] = [];
  for (let line = Math.max(from, basket - maxHistoryLines); line < basket; line += 1) {
    history.push({ item: items[line] as number, type: null, day: days[line] as number });
  }
  return history;
}
