import type { PurchaseRows } from '../domain/purchase-rows.ts';

export interface SliceSettings {
  /** Days of the slice to report on, at the end of all orders; fewer where customers return sooner. */
  readonly sliceDays: number;
  /** Most days that the other slices look ahead, so that customers who return late count too. */
  readonly horizonDays: number;
  /** Most days between the starts of these slices. Not a multiple of a week, so that weekdays differ. */
  readonly stepDays: number;
  readonly slices: number;
}

export interface SlicePlan {
  readonly horizonDays: number;
  /** The slice to report on: its first day, and how many there are. */
  readonly report: { readonly today: number; readonly days: number };
  /** First days of the slices that end before the report begins, the latest first. */
  readonly before: readonly number[];
  /** First days of the slices that reach into it, the latest first. */
  readonly after: readonly number[];
}

/** This share of the gaps between a customer's baskets is no longer than a horizon. */
const returning = 0.9;
const shortestHorizon = 7;

export function planSlices(rows: PurchaseRows, settings: SliceSettings): SlicePlan {
  const { days } = rows;
  const end = days.reduce((latest, day) => Math.max(latest, day), Number.NEGATIVE_INFINITY) + 1;
  const start = days.reduce((earliest, day) => Math.min(earliest, day), Number.POSITIVE_INFINITY);
  const usual = Math.max(shortestHorizon, usualReturn(rows));
  const reportDays = Math.min(settings.sliceDays, usual);
  const report = end - reportDays;
  // With a short past, shorter slices: there must be orders before the first slice.
  const horizonDays = Math.min(settings.horizonDays, usual, Math.floor((report - start) / 3));
  const stepDays = Math.max(1, Math.min(settings.stepDays, horizonDays - 1));
  const startingFrom = (latest: number, count: number) =>
    Array.from({ length: count }, (_, index) => latest - index * stepDays);
  const latest = report - horizonDays;
  return {
    horizonDays,
    report: { today: report, days: reportDays },
    before: startingFrom(latest, settings.slices).filter((today) => horizonDays > 0 && today >= start + horizonDays),
    after: startingFrom(end - horizonDays, Math.ceil(reportDays / stepDays)).filter((today) => today > latest),
  };
}

/** Days within which nine tenths of the returns happen; infinite without returns. Rows must be sorted by customer, then day. */
function usualReturn({ customers, days }: PurchaseRows): number {
  const gaps: number[] = [];
  for (let row = 1; row < days.length; row += 1) {
    const gap = (days[row] as number) - (days[row - 1] as number);
    if (customers[row] === customers[row - 1] && gap > 0) gaps.push(gap);
  }
  gaps.sort((one, other) => one - other);
  return gaps[Math.floor(gaps.length * returning)] ?? Number.POSITIVE_INFINITY;
}
