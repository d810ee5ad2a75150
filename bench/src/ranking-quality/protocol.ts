import type { Catalogue, PurchaseRows } from '@callside/recommender/ranking';
import { type Basket, toBaskets } from './baskets.ts';
import type { Purchases } from './purchases.ts';
import { createRandom, sample } from './random.ts';

/**
 * `next purchase`: what a known customer buys next.
 * `anchors`: the other items of a basket of which one item is known.
 */
export const taskKinds = ['next purchase', 'anchors'] as const;
export type TaskKind = (typeof taskKinds)[number];

export interface Task {
  /** Made of the customer and the day of the basket; the same in each run. */
  readonly id: string;
  readonly kind: TaskKind;
  /** Index in the rows of the training; -1 when not in them. */
  readonly customer: number;
  /** What the customer bought before the split, oldest first. */
  readonly history: readonly Basket[];
  /** Never a target, and must not be recommended. */
  readonly anchors: readonly number[];
  /** Distinct items, at least one. */
  readonly targets: readonly number[];
  /** The day of the split: nothing later is known, even when the basket was bought later. */
  readonly today: number;
}

/** The data that a recommender may use: everything before `today`. */
export interface Training {
  catalogue: Catalogue;
  rows: PurchaseRows;
  /** Days since 1970-01-01; every purchase in `rows` is older. */
  today: number;
}

/** Training data from before a day, and tasks from after it. */
export interface Slice {
  readonly training: Training;
  readonly tasks: readonly Task[];
}

export interface SliceOrder {
  kind: TaskKind;
  /** First day of the test period, in days since 1970-01-01. */
  split: number;
  /** Length of the test period. */
  horizonDays: number;
  seed: number;
  /** Draws this many of the tasks. */
  mostTasks?: number;
  /** Only these customers have tasks. */
  isAsked?: (customerName: string) => boolean;
}

export function cutSlice(catalogue: Catalogue, { rows, customerNames }: Purchases, order: SliceOrder): Slice {
  const { kind, split, horizonDays, seed, mostTasks = Number.POSITIVE_INFINITY, isAsked = () => true } = order;
  const random = createRandom(seed);
  const training = { catalogue, rows: rowsBefore(rows, split), today: split };
  const tasks: Task[] = [];
  let knownCustomers = 0;
  for (const [customer, baskets] of toBaskets(rows).entries()) {
    const history = baskets.filter(({ day }) => day < split);
    const customerInRows = history.length > 0 ? knownCustomers++ : -1;
    const name = customerNames[customer] ?? '';
    if (!isAsked(name)) continue;
    const later = baskets.filter(({ day }) => day >= split && day < split + horizonDays);
    const common = { kind, customer: customerInRows, history, today: split };
    if (kind === 'next purchase') {
      const [next] = later;
      if (history.length === 0 || next === undefined) continue;
      tasks.push({ ...common, id: `${name} ${next.day}`, anchors: [], targets: next.items });
    } else {
      for (const { day, items } of later) {
        if (items.length < 2) continue;
        const anchor = items[Math.floor(random() * items.length)] ?? 0;
        const targets = items.filter((item) => item !== anchor);
        tasks.push({ ...common, id: `${name} ${day}`, anchors: [anchor], targets });
      }
    }
  }
  return { training, tasks: sample(tasks, mostTasks, random) };
}

/** The rows of the time before a day, with customers renumbered. */
function rowsBefore({ customers, items, days }: PurchaseRows, split: number): PurchaseRows {
  const kept: number[] = [];
  for (const [row, day] of days.entries()) if (day < split) kept.push(row);
  const numbers = new Map<number, number>();
  return {
    customers: Int32Array.from(kept, (row) => {
      const customer = customers[row] ?? 0;
      const number = numbers.get(customer) ?? numbers.size;
      numbers.set(customer, number);
      return number;
    }),
    items: Int32Array.from(kept, (row) => items[row] ?? 0),
    days: Int32Array.from(kept, (row) => days[row] ?? 0),
  };
}
