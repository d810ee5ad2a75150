import type { HistoryLine } from '../domain/history.ts';
import { type CustomerLines, customerLinesOf } from '../domain/purchase-index/customer-lines.ts';
import type { PurchaseRows } from '../domain/purchase-rows.ts';
import { hashOf } from './stable-hash.ts';

/** Purchases before `today` are known. The first basket of each customer from `today` on is to be predicted. */
export interface TimeSlice {
  /** Days since 1970-01-01. */
  readonly today: number;
  readonly tasks: readonly RankingTask[];
}

/**
 * `next purchase`: what a known customer buys next. `anchors`: the other items of a basket of which one item is known,
 * for any customer.
 */
export type TaskKind = 'next purchase' | 'anchors';

export interface RankingTask {
  readonly kind: TaskKind;
  /** Number of the customer, equal in all slices of the same rows. */
  readonly customer: number;
  readonly history: readonly HistoryLine[];
  readonly anchors: readonly number[];
  /** Distinct items, at least one, none of them an anchor. */
  readonly targets: readonly number[];
}

export interface SliceRequest {
  readonly today: number;
  /** Baskets from `today` up to this many days later count. */
  readonly days: number;
  /** Most tasks per kind, drawn at random. */
  readonly mostTasks: number;
  readonly seed: number;
}

/** Older lines add no information. */
const maxHistoryLines = 400;

/** The tasks of one slice of time; the same rows and request give the same tasks. */
export function cutTimeSlice(rows: PurchaseRows, request: SliceRequest): TimeSlice {
  const lines = customerLinesOf(rows, Number.POSITIVE_INFINITY);
  const next: RankingTask[] = [];
  const anchored: RankingTask[] = [];
  for (let customer = 0; customer + 1 < lines.starts.length; customer += 1) {
    const from = lines.starts[customer] as number;
    const to = lines.starts[customer + 1] as number;
    let line = from;
    while (line < to && (lines.days[line] as number) < request.today) line += 1;
    if (line === to || (lines.days[line] as number) >= request.today + request.days) continue;
    const history = historyOf(lines, from, line);
    const targets = basketFrom(lines, line, to);
    if (history.length > 0) next.push({ kind: 'next purchase', customer, history, anchors: [], targets });
    if (targets.length > 1) {
      const anchor = targets[hashOf(request.seed, request.today, customer) % targets.length] as number;
      const others = targets.filter((item) => item !== anchor);
      anchored.push({ kind: 'anchors', customer, history, anchors: [anchor], targets: others });
    }
  }
  return { today: request.today, tasks: [...drawn(next, request), ...drawn(anchored, request)] };
}

function historyOf({ items, days }: CustomerLines, from: number, to: number): HistoryLine[] {
  const history: HistoryLine[] = [];
  for (let line = Math.max(from, to - maxHistoryLines); line < to; line += 1) {
    history.push({ item: items[line] as number, type: null, day: days[line] as number });
  }
  return history;
}

function basketFrom({ items, baskets }: CustomerLines, from: number, to: number): number[] {
  const basket: number[] = [];
  for (let line = from; line < to && baskets[line] === baskets[from]; line += 1) basket.push(items[line] as number);
  return basket;
}

function drawn(tasks: readonly RankingTask[], { mostTasks, seed, today }: SliceRequest): readonly RankingTask[] {
  if (tasks.length <= mostTasks) return tasks;
  const order = tasks.map((_, index) => index);
  const keys = order.map((index) => hashOf(seed, today, index));
  order.sort((one, other) => (keys[one] as number) - (keys[other] as number) || one - other);
  return order
    .slice(0, mostTasks)
    .sort((one, other) => one - other)
    .map((index) => tasks[index] as RankingTask);
}
