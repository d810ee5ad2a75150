import { createRandom } from '@callside/boosting';
import { type TaskKind, taskKinds } from './ranking-task.ts';

/** Recall@10 of two rankings for one purchase. */
export interface PairedRecall {
  readonly kind: TaskKind;
  /** Purchases of one customer are not independent of each other. */
  readonly customer: number;
  readonly ours: number;
  readonly theirs: number;
}

/** How much more one ranking finds than the other: 0.04 is 4 % more. 95 % of the drawn differences are from `low` to `high`. */
export interface RelativeDifference {
  readonly difference: number;
  readonly low: number;
  readonly high: number;
  readonly purchases: number;
  /** With one, every draw is the same, and the interval has no width. */
  readonly customers: number;
}

/** For each customer and kind: count, ours, theirs, of purchases that count 1/√n each. One list of numbers, because a thousand draws read it. */
type Sums = Float64Array;
const perKind = 3;
const perCustomer = perKind * taskKinds.length;

const draws = 1000;
const [lowest, highest] = [25, 974];

/**
 * The relative difference of two means over the same purchases, with a bootstrap interval: customers are drawn with replacement, so
 * both rankings are always measured on the same purchases. Kinds count equally, and a customer with n purchases weighs √n: otherwise a few
 * large accounts would decide. The same seed gives the same interval.
 * Null when the other ranking finds nothing, because a relative difference is then undefined.
 */
export function compareRankings(pairs: readonly PairedRecall[], seed: number): RelativeDifference | null {
  const sums = sumsByCustomer(pairs);
  const customers = sums.length / perCustomer;
  const difference = differenceOf(sums, customers, (customer) => customer);
  if (difference === null) return null;
  const random = createRandom(seed);
  const drawn = Array.from(
    { length: draws },
    () =>
      // A draw in which the other ranking finds nothing has no difference; the total one replaces it.
      differenceOf(sums, customers, () => Math.floor(random() * customers)) ?? difference,
  ).sort((one, other) => one - other);
  return {
    difference,
    low: drawn[lowest] as number,
    high: drawn[highest] as number,
    purchases: pairs.length,
    customers,
  };
}

function sumsByCustomer(pairs: readonly PairedRecall[]): Sums {
  const numbers = new Map<number, number>();
  for (const { customer } of pairs) if (!numbers.has(customer)) numbers.set(customer, numbers.size);
  const sums = new Float64Array(numbers.size * perCustomer);
  for (const { kind, customer, ours, theirs } of pairs) {
    const at = (numbers.get(customer) as number) * perCustomer + taskKinds.indexOf(kind) * perKind;
    for (const [place, value] of [1, ours, theirs].entries()) sums[at + place] = (sums[at + place] as number) + value;
  }
  for (let at = 0; at < sums.length; at += perKind) {
    const weight = 1 / Math.sqrt(Math.max(1, sums[at] as number));
    for (let place = at; place < at + perKind; place += 1) sums[place] = (sums[place] as number) * weight;
  }
  return sums;
}

/** Relative difference of the means over the kinds, for as many picked customers; null when the other ranking has found nothing. */
function differenceOf(sums: Sums, count: number, pick: (at: number) => number): number | null {
  const picked = new Float64Array(perCustomer);
  for (let at = 0; at < count; at += 1) {
    const from = pick(at) * perCustomer;
    for (let place = 0; place < perCustomer; place += 1) {
      picked[place] = (picked[place] as number) + (sums[from + place] as number);
    }
  }
  let [ours, theirs] = [0, 0];
  for (let kind = 0; kind < perCustomer; kind += perKind) {
    const [tasks, one, other] = picked.subarray(kind, kind + perKind) as unknown as [number, number, number];
    if (tasks === 0) continue;
    ours += one / tasks;
    theirs += other / tasks;
  }
  return theirs === 0 ? null : ours / theirs - 1;
}
