import type { HistoryLine } from '../ranking/index.ts';

/**
 * `next_purchase`: what a known customer buys on this day. `anchors`: the other items of a basket of which one item is known, for any
 * customer.
 */
export const taskKinds = ['next_purchase', 'anchors'] as const;
export type TaskKind = (typeof taskKinds)[number];

/** A value for each kind of task; a kind whose value is null is left out. */
export function byTaskKind<Value>(compute: (kind: TaskKind) => Value | null): { [kind in TaskKind]?: Value } {
  return Object.fromEntries(taskKinds.map((kind) => [kind, compute(kind)]).filter(([, value]) => value !== null));
}

/** A basket as a question to the ranker. The question has only data that was known on the morning of its day. */
export interface RankingTask {
  readonly kind: TaskKind;
  /** Number of the customer, equal in all tasks from the same rows. */
  readonly customer: number;
  readonly history: readonly HistoryLine[];
  readonly anchors: readonly number[];
  /** Distinct items, at least one, none of them an anchor. */
  readonly targets: readonly number[];
}

/** The tasks of the baskets of one day. */
export interface QueryDay {
  /** Days since 1970-01-01. Purchases before this day are known. */
  readonly today: number;
  readonly tasks: readonly RankingTask[];
}
