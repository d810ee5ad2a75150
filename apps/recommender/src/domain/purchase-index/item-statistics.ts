import { HalfLife } from '../half-life.ts';
import type { CustomerLines } from './customer-lines.ts';

/** The arrays hold one value per item. */
export interface ItemStatistics {
  readonly buyers: Int32Array;
  /** Natural logarithm of 1 + buyers. */
  readonly logBuyers: Float32Array;
  /** Days on which a customer bought it, summed over customers. */
  readonly purchases: Int32Array;
  /** Buyers who bought it again on another day. */
  readonly repeaters: Int32Array;
  /** Typical days between two purchases by one customer, shrunk towards the shop's value where there are few. */
  readonly gapDays: Float32Array;
  readonly firstDays: Int32Array;
  readonly lastDays: Int32Array;
  /** Purchases; their weight halves every 7, 30 and 120 days of age. */
  readonly trend: readonly [week: Float32Array, month: Float32Array, season: Float32Array];
  /** All items, best first. */
  readonly popularOrder: Int32Array;
  readonly recentOrder: Int32Array;
  /** Share of all purchases that are of an item which the customer bought before. */
  readonly repeatShare: number;
  readonly medianGapDays: number;
}

const halfLives = [7, 30, 120].map((days) => new HalfLife(days));
/** Earlier than any order, including orders with a very old date that means "no date". */
const earliestDay = -(2 ** 31);
/** Weight of the shop's gap, in observed gaps. */
const gapPrior = 3;

export function itemStatisticsOf(
  { starts, items, days }: CustomerLines,
  itemCount: number,
  today: number,
): ItemStatistics {
  const buyers = new Int32Array(itemCount);
  const purchases = new Int32Array(itemCount);
  const repeaters = new Int32Array(itemCount);
  const gapSums = new Float64Array(itemCount);
  const gapCounts = new Int32Array(itemCount);
  const firstDays = new Int32Array(itemCount).fill(today);
  const lastDays = new Int32Array(itemCount).fill(earliestDay);
  const trend = halfLives.map(() => new Float32Array(itemCount)) as unknown as [
    Float32Array,
    Float32Array,
    Float32Array,
  ];
  const gaps: number[] = [];
  // By item, for the customer who is being read: their number, their last day with it, and the number of days on which they bought it.
  const readFor = new Int32Array(itemCount).fill(-1);
  const daysBefore = new Int32Array(itemCount);
  const timesBefore = new Int32Array(itemCount);
  let repeats = 0;
  for (let customer = 0; customer + 1 < starts.length; customer += 1) {
    for (let line = starts[customer] as number; line < (starts[customer + 1] as number); line += 1) {
      const item = items[line] as number;
      const day = days[line] as number;
      purchases[item] = (purchases[item] as number) + 1;
      firstDays[item] = Math.min(firstDays[item] as number, day);
      lastDays[item] = Math.max(lastDays[item] as number, day);
      for (let index = 0; index < halfLives.length; index += 1) {
        const weights = trend[index] as Float32Array;
        weights[item] = (weights[item] as number) + (halfLives[index] as HalfLife).weightOf(today - day);
      }
      if (readFor[item] !== customer) {
        readFor[item] = customer;
        timesBefore[item] = 1;
        buyers[item] = (buyers[item] as number) + 1;
      } else {
        repeats += 1;
        if (timesBefore[item] === 1) repeaters[item] = (repeaters[item] as number) + 1;
        timesBefore[item] = (timesBefore[item] as number) + 1;
        const gap = day - (daysBefore[item] as number);
        gaps.push(gap);
        gapSums[item] = (gapSums[item] as number) + Math.log(gap);
        gapCounts[item] = (gapCounts[item] as number) + 1;
      }
      daysBefore[item] = day;
    }
  }
  const medianGapDays = median(Int32Array.from(gaps)) ?? 90;
  const prior = gapPrior * Math.log(medianGapDays);
  return {
    buyers,
    logBuyers: Float32Array.from(buyers, (count) => Math.log1p(count)),
    purchases,
    repeaters,
    gapDays: Float32Array.from(gapSums, (sum, item) =>
      Math.exp((sum + prior) / ((gapCounts[item] as number) + gapPrior)),
    ),
    firstDays,
    lastDays,
    trend,
    popularOrder: orderBy(buyers, trend[2]),
    recentOrder: orderBy(trend[1], buyers),
    repeatShare: items.length === 0 ? 0 : repeats / items.length,
    medianGapDays,
  };
}

function orderBy(scores: Int32Array | Float32Array, otherwise: Int32Array | Float32Array): Int32Array {
  return Int32Array.from(scores, (_, item) => item).sort(
    (one, other) =>
      (scores[other] as number) - (scores[one] as number) ||
      (otherwise[other] as number) - (otherwise[one] as number) ||
      one - other,
  );
}

function median(values: Int32Array): number | undefined {
  return values.sort()[values.length >> 1];
}
