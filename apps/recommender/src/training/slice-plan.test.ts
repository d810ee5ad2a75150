import { rowsOf } from '../../test/support/small-shops.ts';
import { planSlices, type SliceSettings } from './slice-plan.ts';

const settings: SliceSettings = { sliceDays: 30, horizonDays: 60, stepDays: 20, slices: 4 };
const start = 10_000;

/** A customer who buys every `gap` days, up to the last day. */
const everyDays = (gap: number, days: number) =>
  rowsOf(
    Array.from({ length: Math.floor((days - 1) / gap) + 1 }, (_, index) => ({
      customer: 0,
      item: 0,
      day: start + ((days - 1) % gap) + index * gap,
    })),
  );

it('reports on the last days, and the slices before end where the report begins', () => {
  const plan = planSlices(everyDays(100, 1001), settings);
  const end = start + 1001;
  expect(plan.report).toEqual({ today: end - 30, days: 30 });
  expect(plan.horizonDays).toBe(60);
  expect(plan.before).toEqual([end - 90, end - 110, end - 130, end - 150]);
});

it('adds the slices that reach into the reported days, for the ranker that serves', () => {
  const end = start + 1001;
  expect(planSlices(everyDays(100, 1001), settings).after).toEqual([end - 60, end - 80]);
});

it('looks no further ahead than nine tenths of the returns need, but at least a week', () => {
  const weekly = planSlices(everyDays(7, 701), settings);
  expect([weekly.horizonDays, weekly.report.days]).toEqual([7, 7]);
  const daily = planSlices(everyDays(1, 701), settings);
  expect([daily.horizonDays, daily.report.days]).toEqual([7, 7]);
  const monthly = planSlices(everyDays(40, 701), settings);
  expect([monthly.horizonDays, monthly.report.days]).toEqual([40, 30]);
});

it('starts slices on different weekdays where all customers return weekly', () => {
  const { before } = planSlices(everyDays(7, 701), { ...settings, slices: 7 });
  expect(new Set(before.map((day) => day % 7)).size).toBe(7);
});

it('leaves orders before the first slice', () => {
  const { before, horizonDays } = planSlices(everyDays(30, 121), settings);
  expect(before.length).toBeGreaterThan(0);
  expect(Math.min(...before)).toBeGreaterThanOrEqual(start + horizonDays);
});
