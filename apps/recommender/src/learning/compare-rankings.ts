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

/** Sums of one customer by kind. */
type Sums = Readonly<Record<TaskKind, { count: number; ours: number; theirs: number }>>;

const draws = 1000;
const [lowest, highest] = [25, 974];

/**
 * The relative difference of two means over the same purchases, with a bootstrap interval: customers are drawn with replacement, so
 * both rankings are always measured on the same purchases. Kinds count equally. The same seed gives the same interval.
 * Null when the other ranking finds nothing, because a relative difference is then undefined.
 */
export function compareRankings(pairs: readonly PairedRecall[], seed: number): RelativeDifference | null {
  const customers = sumsByCustomer(pairs);
  const difference = differenceOf(customers);
  if (difference === null) return null;
  const random = createRandom(seed);
  const drawn = Array.from({ length: draws }, () =>
    differenceOf(customers.map(() => customers[Math.floor(random() * customers.length)] as Sums)),
  )
    // A draw in which the other ranking finds nothing has no difference; the total one replaces it.
    .map((one) => one ?? difference)
    .sort((one, other) => one - other);
  return {
    difference,
    low: drawn[lowest] as number,
    high: drawn[highest] as number,
    purchases: pairs.length,
    customers: customers.length,
  };
}

function sumsByCustomer(pairs: readonly PairedRecall[]): Sums[] {
  const sums = new Map<number, Sums>();
  for (const { kind, customer, ours, theirs } of pairs) {
    const own = sums.get(customer) ?? noSums();
    sums.set(customer, own);
    own[kind].count += 1;
    own[kind].ours += ours;
    own[kind].theirs += theirs;
  }
  return [...sums.values()];
}

function noSums(): Sums {
  const none = () => ({ count: 0, ours: 0, theirs: 0 });
  return { next_purchase: none(), anchors: none() };
}

/** Relative difference of the means over the kinds; null when the other ranking has found nothing. */
function differenceOf(customers: readonly Sums[]): number | null {
  let [ours, theirs] = [0, 0];
  for (const kind of taskKinds) {
    let [count, one, other] = [0, 0, 0];
    for (const sums of customers) {
      count += sums[kind].count;
      one += sums[kind].ours;
      other += sums[kind].theirs;
    }
    if (count === 0) continue;
    ours += one / count;
    theirs += other / count;
  }
  return theirs === 0 ? null : ours / theirs - 1;
}
