// What owners read of a range of days. docs/results.md defines each figure.

import { mostResultRows, type ResultGroup } from '@callside/schemas';
import { addDays, daysBetween } from './calendar-days.ts';
import { type CountedTime, type ScreenTime, screenTimeOf } from './screen-time.ts';

/** Days of the brand's time zone, such as 2026-11-20. */
export interface DayRange {
  from: string;
  /** Not included. */
  to: string;
}

/** Sums over offers. */
export interface OfferFigures {
  recommendations: number;
  items: number;
  shownRecommendations: number;
  shownItems: number;
  sold: number;
  declined: number;
  counted: number;
  converted: number;
  /** Without the returned amount. Exact decimal text, as the following. */
  revenue: string;
  grossRevenue: string;
  returnedRevenue: string;
}

/** What belongs to one key; null: to none of the keys. */
export type Keyed<Value> = Value & { key: string | null };

/** The sums that the database computed. */
export interface ResultSums {
  /** Empty where calls have no such key. */
  calls: readonly Keyed<{ calls: number }>[];
  allCalls: number;
  /** Empty where events have no such key. */
  times: readonly Keyed<CountedTime>[];
  allTimes: readonly CountedTime[];
  offers: readonly Keyed<OfferFigures>[];
  allOffers: OfferFigures;
  /** Names of keys. */
  labels: ReadonlyMap<string, string>;
  testCalls: number;
}

export interface Figures extends OfferFigures {
  calls: number | null;
  screenTime: ScreenTime | null;
}

export type Row = Figures & { key: string | null; label: string | null };

export interface ResultsOnFile {
  totals: Figures;
  testCalls: number;
  rows: Row[];
  rowsLeftOut: number;
}

export const noOffers: OfferFigures = {
  recommendations: 0,
  items: 0,
  shownRecommendations: 0,
  shownItems: 0,
  sold: 0,
  declined: 0,
  counted: 0,
  converted: 0,
  revenue: '0',
  grossRevenue: '0',
  returnedRevenue: '0',
};

const ofOffers = { calls: false, times: false };

/** The figures of calls that each group has. */
const ofCalls: Record<ResultGroup, { calls: boolean; times: boolean }> = {
  day: { calls: true, times: true },
  article_type: ofOffers,
  product: ofOffers,
  rank: ofOffers,
  rule: ofOffers,
  decline_reason: ofOffers,
  rep: { calls: true, times: true },
  model: { calls: true, times: false },
};

/** Joins the sums of each key. Every day of the range is a row. Ranks are in order; other rows are sorted by revenue, then by offers. */
export function resultsOf(by: ResultGroup, range: DayRange, sums: ResultSums): ResultsOnFile {
  const times = new Map<string | null, CountedTime[]>();
  for (const { key, ...time } of sums.times) times.set(key, [...(times.get(key) ?? []), time]);
  const calls = new Map(sums.calls.map(({ key, calls }) => [key, calls]));
  const offers = new Map(sums.offers.map(({ key, ...figures }) => [key, figures]));
  const known = new Set([...calls.keys(), ...offers.keys(), ...times.keys()]);
  const rows = (by === 'day' ? daysOf(range) : [...known]).map((key) => ({
    key,
    label: key === null ? null : (sums.labels.get(key) ?? key),
    calls: ofCalls[by].calls ? (calls.get(key) ?? 0) : null,
    screenTime: ofCalls[by].times ? screenTimeOf(times.get(key) ?? []) : null,
    ...(offers.get(key) ?? noOffers),
  }));
  const sorted = by === 'day' ? rows : rows.sort(by === 'rank' ? byKey : byRevenue);
  const kept = sorted.slice(0, mostResultRows);
  return {
    totals: { calls: sums.allCalls, screenTime: screenTimeOf(sums.allTimes), ...sums.allOffers },
    testCalls: sums.testCalls,
    rows: kept,
    rowsLeftOut: sorted.length - kept.length,
  };
}

function daysOf({ from, to }: DayRange): string[] {
  return Array.from({ length: daysBetween(from, to) }, (_, index) => addDays(from, index));
}

function byKey(one: Row, other: Row): number {
  return Number(one.key) - Number(other.key);
}

function byRevenue(one: Row, other: Row): number {
  return (
    Number(other.revenue) - Number(one.revenue) ||
    other.items - one.items ||
    (other.calls ?? 0) - (one.calls ?? 0) ||
    (one.label ?? '').localeCompare(other.label ?? '')
  );
}
