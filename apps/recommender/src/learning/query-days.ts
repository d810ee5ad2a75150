import { type PurchaseRows, rangeOfDays } from '../ranking/index.ts';

/** The first day of its week: the queries of a week have the index of that day, because in service it is some days old as well. */
export function indexDayOf(day: number): number {
  return 7 * Math.floor(day / 7);
}

/** The days whose baskets are queries, in ascending order. */
export interface QueryDays {
  /** The holdout is the orders from this day on, at the end of all orders. */
  readonly holdoutFrom: number;
  readonly holdoutDays: number;
  /** Days before the holdout. They do not depend on orders of the holdout. */
  readonly before: readonly number[];
  readonly holdout: readonly number[];
}

const longestHoldout = 30;
/** This share of the time before the holdout is only history. */
const onlyHistory = 0.25;
/** Older baskets say little about the days that the ranker will serve. */
const oldestQuery = 400;
/** A value above 1 makes days dense at the end and sparser before. */
const density = 1.5;
/** An index is built for each week of these days, so there are fewer days when there are many lines. */
const linesToIndex = 8_000_000;
const [fewestDays, mostDays] = [24, 400];

/** Plans the days for training and for the holdout. Without orders there are none. */
export function planQueryDays({ days }: PurchaseRows): QueryDays {
  const { first, last } = days.length === 0 ? { first: 0, last: 0 } : rangeOfDays(days);
  const holdoutDays = Math.max(1, Math.min(longestHoldout, Math.floor((last - first + 1) / 4) || 1));
  const holdoutFrom = last + 1 - holdoutDays;
  const past = days.filter((day) => day < holdoutFrom);
  const firstQuery = Math.max(holdoutFrom - oldestQuery, first + Math.ceil((holdoutFrom - first) * onlyHistory));
  return {
    holdoutFrom,
    holdoutDays,
    before: denseAtTheEnd(distinct(past, firstQuery), affordableDays(past.length)),
    holdout: denseAtTheEnd(distinct(days, holdoutFrom), affordableDays(days.length)),
  };
}

function affordableDays(lines: number): number {
  return Math.min(mostDays, Math.max(fewestDays, Math.floor(linesToIndex / Math.max(1, lines))));
}

function distinct(days: Int32Array, from: number): number[] {
  return [...new Set(days)].filter((day) => day >= from).sort((one, other) => one - other);
}

function denseAtTheEnd(days: readonly number[], most: number): number[] {
  if (days.length <= most) return [...days];
  const picked = new Set<number>();
  for (let index = 0; index < most; index += 1) {
    const back = Math.max(index, Math.floor(days.length * (index / most) ** density));
    picked.add(days[days.length - 1 - back] as number);
  }
  return [...picked].sort((one, other) => one - other);
}
