import { HalfLife } from '../half-life.ts';
import type { CustomerLines } from './customer-lines.ts';

/** The arrays hold one value per item. */
export interface ItemStatistics extends Sales, Repeats {
  /** Natural logarithm of 1 + buyers. */
  readonly logBuyers: Float32Array;
  /** All items, best first. */
  readonly popularOrder: Int32Array;
  readonly recentOrder: Int32Array;
}

interface Sales {
  /** Days on which a customer bought it, summed over customers. */
  readonly purchases: Int32Array;
  readonly firstDays: Int32Array;
  readonly lastDays: Int32Array;
  /** Purchases; their weight halves every 7, 30 and 120 days of age. */
  readonly trend: { readonly week: Float32Array; readonly month: Float32Array; readonly season: Float32Array };
}

interface Repeats {
  readonly buyers: Int32Array;
  /** Buyers who bought it again on another day. */
  readonly repeaters: Int32Array;
  /** Typical days between two purchases by one customer, shrunk towards the shop's value where there are few. */
  readonly gapDays: Float32Array;
  /** Share of all purchases that are of an item which the customer bought before. */
  readonly repeatShare: number;
}

const [weekly, monthly, seasonal] = [new HalfLife(7), new HalfLife(30), new HalfLife(120)];
/** Earlier than any order, including orders with a very old date that means "no date". */
const earliestDay = -(2 ** 31);
/** Weight of the shop's gap, in observed gaps. */
const gapPrior = 3;
/** The shop's gap when nobody has bought an item twice. */
const usualGapDays = 90;

export function itemStatisticsOf(lines: CustomerLines, itemCount: number, today: number): ItemStatistics {
  const sales = salesOf(lines, itemCount, today);
  const repeats = repeatsOf(lines, itemCount);
  const { month, season } = sales.trend;
  return {
    ...sales,
    ...repeats,
    logBuyers: Float32Array.from(repeats.buyers, (count) => Math.log1p(count)),
    popularOrder: orderBy(repeats.buyers, season),
    recentOrder: orderBy(month, repeats.buyers),
  };
}

function salesOf({ items, days }: CustomerLines, itemCount: number, today: number): Sales {
  const purchases = new Int32Array(itemCount);
  const firstDays = new Int32Array(itemCount).fill(today);
  const lastDays = new Int32Array(itemCount).fill(earliestDay);
  const week = new Float32Array(itemCount);
  const month = new Float32Array(itemCount);
  const season = new Float32Array(itemCount);
  for (let line = 0; line < items.length; line += 1) {
    const item = items[line] as number;
    const day = days[line] as number;
    const age = today - day;
    purchases[item] = (purchases[item] as number) + 1;
    firstDays[item] = Math.min(firstDays[item] as number, day);
    lastDays[item] = Math.max(lastDays[item] as number, day);
    week[item] = (week[item] as number) + weekly.weightOf(age);
    month[item] = (month[item] as number) + monthly.weightOf(age);
    season[item] = (season[item] as number) + seasonal.weightOf(age);
  }
  return { purchases, firstDays, lastDays, trend: { week, month, season } };
}

function repeatsOf({ starts, items, days }: CustomerLines, itemCount: number): Repeats {
  const buyers = new Int32Array(itemCount);
  const repeaters = new Int32Array(itemCount);
  const gapSums = new Float64Array(itemCount);
  const gapCounts = new Int32Array(itemCount);
  const gaps: number[] = [];
  // By item: the last customer who bought it, their last day with it, and the number of days on which they bought it.
  const lastCustomers = new Int32Array(itemCount).fill(-1);
  const daysBefore = new Int32Array(itemCount);
  const timesBefore = new Int32Array(itemCount);
  for (let customer = 0; customer + 1 < starts.length; customer += 1) {
    for (let line = starts[customer] as number; line < (starts[customer + 1] as number); line += 1) {
      const item = items[line] as number;
      const day = days[line] as number;
      if (lastCustomers[item] !== customer) {
        lastCustomers[item] = customer;
        timesBefore[item] = 1;
        buyers[item] = (buyers[item] as number) + 1;
      } else {
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
  const prior = gapPrior * Math.log(median(Int32Array.from(gaps)) ?? usualGapDays);
  return {
    buyers,
    repeaters,
    gapDays: Float32Array.from(gapSums, (sum, item) =>
      Math.exp((sum + prior) / ((gapCounts[item] as number) + gapPrior)),
    ),
    repeatShare: items.length === 0 ? 0 : gaps.length / items.length,
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
