import type { HistoryLine } from '../domain/history.ts';
import { type CustomerLines, customerLinesOf } from '../domain/purchase-index/customer-lines.ts';
import type { PurchaseRows } from '../domain/purchase-rows.ts';
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
  const share = {
    next_purchase: shareOf(all.filter(isReturn), 0),
    anchors: shareOf(all.filter(hasSeveral), 1),
  };
  const queryDays = days.map((today) => {
    const isDrawn = (kind: TaskKind, { known }: Basket) => {
      return hashOf(seed, today, known, kind.length) < share[kind] * 2 ** 32;
    };
    const tasks: RankingTask[] = [];
    for (const basket of baskets.get(today) ?? []) {
      if (isReturn(basket) && isDrawn('next_purchase', basket)) tasks.push(nextPurchase(lines, basket));
      if (hasSeveral(basket) && isDrawn('anchors', basket)) {
        tasks.push(withAnchor(lines, basket, hashOf(seed, today, basket.known)));
      }
    }
    return { today, tasks };
  });
  return queryDays.filter(({ tasks }) => tasks.length > 0);
}

function basketsOf({ starts, days, baskets }: CustomerLines, queryDays: readonly number[]): Map<number, Basket[]> {
  const found = new Map<number, Basket[]>(queryDays.map((day) => [day, []]));
  // Number of customers by query day who bought something on that day or before.
  const known = new Int32Array(queryDays.length);
  for (let customer = 0; customer + 1 < starts.length; customer += 1) {
    const from = starts[customer] as number;
    const to = starts[customer + 1] as number;
    const first = days[from] as number;
    const numbers = new Map<number, number>();
    for (const [index, day] of queryDays.entries()) {
      if (day < first) continue;
      numbers.set(day, known[index] as number);
      known[index] = (known[index] as number) + 1;
    }
    for (let line = from; line < to; ) {
      let end = line + 1;
      while (end < to && baskets[end] === baskets[line]) end += 1;
      const day = days[line] as number;
      found.get(day)?.push({ customer, known: numbers.get(day) as number, from, basket: line, end });
      line = end;
    }
  }
  return found;
}

function isReturn({ from, basket }: Basket): boolean {
  return basket > from;
}

function hasSeveral({ basket, end }: Basket): boolean {
  return end - basket > 1;
}

function nextPurchase(lines: CustomerLines, basket: Basket): RankingTask {
  const targets = itemsOf(lines, basket);
  return { kind: 'next_purchase', customer: basket.customer, history: historyOf(lines, basket), anchors: [], targets };
}

function withAnchor(lines: CustomerLines, basket: Basket, random: number): RankingTask {
  const items = itemsOf(lines, basket);
  const anchor = items[random % items.length] as number;
  const targets = items.filter((item) => item !== anchor);
  return { kind: 'anchors', customer: basket.customer, history: historyOf(lines, basket), anchors: [anchor], targets };
}

function itemsOf({ items }: CustomerLines, { basket, end }: Basket): number[] {
  return [...items.subarray(basket, end)];
}

function historyOf({ items, days }: CustomerLines, { from, basket }: Basket): HistoryLine[] {
  const history: HistoryLine[] = [];
  for (let line = Math.max(from, basket - maxHistoryLines); line < basket; line += 1) {
    history.push({ item: items[line] as number, type: null, day: days[line] as number });
  }
  return history;
}
