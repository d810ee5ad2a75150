import type { Catalogue, PurchaseRows } from '@callside/recommender/ranking';
import { type Basket, toBaskets } from './baskets.ts';
import type { Purchases } from './purchases.ts';
import { createRandom, sample } from './random.ts';

/**
 * `return basket`: a basket of a known customer, as a query of its day.
 * `anchors`: the other items of a basket of which one item is known, as a query of its day.
 * `next basket`: the next basket of a known customer, where baskets have an order and no dates.
 * `next purchase`: the next basket of a known customer, as a query long before it happens: on the first day of the test period.
 */
export type TaskKind = 'return basket' | 'anchors' | 'next basket' | 'next purchase';

export interface Task {
  /** Made of the customer and the day of the basket; the same in each run. */
  readonly id: string;
  readonly kind: TaskKind;
  /** Index in the rows of the training; -1 when not in them. */
  readonly customer: number;
  /** What the customer bought before `today`, oldest first. It can be newer than the training. */
  readonly history: readonly Basket[];
  /** Never a target, and must not be recommended. */
  readonly anchors: readonly number[];
  /** Distinct items, at least one. */
  readonly targets: readonly number[];
  /** The day of the question: nothing from it on is known, even when the basket was bought later. */
  readonly today: number;
}

/** The data that a recommender may use: everything before `today`. */
export interface Training {
  catalogue: Catalogue;
  rows: PurchaseRows;
  /** Days since 1970-01-01; every purchase in `rows` is older. */
  today: number;
}

/** Tasks of some days, and the data that is known to all of them. */
export interface Slice {
  readonly training: Training;
  /** The data of the last monthly training; the same object in all slices that use that training. */
  readonly monthly: Training;
  readonly tasks: readonly Task[];
}

/** Slices in the order of time. */
export type Period = readonly Slice[];

export interface PeriodInput {
  kind: TaskKind;
  /** First day of the period, in days since 1970-01-01. */
  split: number;
  /** Length of the period. */
  horizonDays: number;
  /** The data is renewed this often, for queries of the day of their basket. */
  rebuildDays: number;
  seed: number;
  /** Draws this many of the tasks of a slice. */
  mostTasks?: number;
  /** Only these customers have tasks. */
  hasTasks?: (customerName: string) => boolean;
}

const daysOfMonthlyTraining = 28;

export function cutPeriod(catalogue: Catalogue, purchases: Purchases, input: PeriodInput): Period {
  const { kind, split, horizonDays, seed, mostTasks = Number.POSITIVE_INFINITY } = input;
  const days = isQueryOfItsDay(kind) ? input.rebuildDays : horizonDays;
  const random = createRandom(seed);
  const customers = toBaskets(purchases.rows);
  const slices: Slice[] = [];
  for (let start = split; start < split + horizonDays; start += days) {
    const training = { catalogue, rows: rowsBefore(purchases.rows, start), today: start };
    const last = slices.at(-1)?.monthly;
    const monthly = last !== undefined && start < last.today + daysOfMonthlyTraining ? last : training;
    const span = { start, end: Math.min(start + days, split + horizonDays) };
    const tasks = tasksIn(span, customers, purchases.customerNames, input, random);
    slices.push({ training, monthly, tasks: sample(tasks, mostTasks, random) });
  }
  return slices;
}

function isQueryOfItsDay(kind: TaskKind): boolean {
  return kind === 'return basket' || kind === 'anchors';
}

/** The tasks of all customers from the day `start` up to `end`. */
function tasksIn(
  { start, end }: { start: number; end: number },
  customers: readonly (readonly Basket[])[],
  names: readonly string[],
  { kind, hasTasks = () => true }: PeriodInput,
  random: () => number,
): Task[] {
  let known = 0;
  return customers.flatMap((baskets, number) => {
    const customer = (baskets[0]?.day ?? start) < start ? known++ : -1;
    const name = names[number] ?? '';
    if (!hasTasks(name)) return [];
    const inSlice = baskets.filter(({ day }) => day >= start && day < end);
    return (isQueryOfItsDay(kind) ? inSlice : inSlice.slice(0, 1)).flatMap(({ day, items }): Task[] => {
      const today = isQueryOfItsDay(kind) ? day : start;
      const history = baskets.filter((basket) => basket.day < today);
      const common = { id: `${name} ${day}`, kind, customer, history, today };
      if (kind !== 'anchors') return history.length > 0 ? [{ ...common, anchors: [], targets: items }] : [];
      if (items.length < 2) return [];
      const anchor = items[Math.floor(random() * items.length)] ?? 0;
      return [{ ...common, anchors: [anchor], targets: items.filter((item) => item !== anchor) }];
    });
  });
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
