import type { Basket } from './baskets.ts';
import type { Task } from './protocol.ts';

/** The items of the query with their weights. */
export type Query = ReadonlyMap<number, number>;

export interface QuerySetting {
  /** Weight of a basket relative to the one after it. */
  decay: number;
  /** Weight of the whole history relative to an anchor. */
  historyWeight: number;
}

/** Each anchor has weight 1, the history `historyWeight` in total. Without anchors, the query is only the history. */
export function toQuery({ history, anchors }: Task, { decay, historyWeight }: QuerySetting): Query {
  const query = new Map<number, number>();
  const add = (item: number, weight: number) => query.set(item, (query.get(item) ?? 0) + weight);
  const wholeHistory = anchors.length === 0 ? 1 : historyWeight;
  if (wholeHistory > 0) {
    const weights = history.map((_, index) => decay ** (history.length - 1 - index));
    const total = history.reduce((sum, { items }, index) => sum + items.length * (weights[index] ?? 0), 0);
    for (const [index, { items }] of history.entries()) {
      for (const item of items) add(item, (wholeHistory * (weights[index] ?? 0)) / total);
    }
  }
  for (const anchor of anchors) add(anchor, 1);
  return query;
}

/** The history, with the anchors as one more basket; only the anchors when `withHistory` is false and there are some. */
export function toSeenBaskets({ history, anchors, today }: Task, withHistory: boolean): readonly Basket[] {
  if (anchors.length === 0) return history;
  const last = { day: today, items: anchors };
  return withHistory ? [...history, last] : [last];
}
