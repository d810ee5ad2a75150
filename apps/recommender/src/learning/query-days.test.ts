import { rowsOf } from '../../test/support/small-shops.ts';
import { indexDayOf, planQueryDays } from './query-days.ts';

const start = 10_000;
const buying = (days: readonly number[], perDay = 1) =>
  rowsOf(
    days.flatMap((day) => Array.from({ length: perDay }, (_, customer) => ({ customer, item: 0, day: start + day }))),
  );
const everyDay = (count: number) => Array.from({ length: count }, (_, day) => day);

it('the holdout is the last thirty days, or fewer in a shop with few days', () => {
  expect(planQueryDays(buying(everyDay(500)))).toMatchObject({ holdoutFrom: start + 470, holdoutDays: 30 });
  expect(planQueryDays(buying(everyDay(40)))).toMatchObject({ holdoutFrom: start + 30, holdoutDays: 10 });
});

it('each day with orders is a query day, after a first quarter that is only history', () => {
  const { before, holdout } = planQueryDays(buying([0, 5, 20, 30, 31, 38, 39]));
  expect(before).toEqual([start + 20]);
  expect(holdout).toEqual([start + 30, start + 31, start + 38, start + 39]);
});

it('there are fewer query days when there are many lines, and most of them are at the end', () => {
  const { before, holdout, holdoutFrom } = planQueryDays(buying(everyDay(300), 400));
  expect(before).toHaveLength(74);
  expect(holdout).toHaveLength(30);
  const fromEnd = before.map((day) => holdoutFrom - day);
  expect(fromEnd).toEqual(fromEnd.toSorted((one, other) => other - one));
  const span = Math.max(...fromEnd);
  expect(fromEnd.filter((back) => back < span / 3).length).toBeGreaterThan(before.length / 3);
  expect(fromEnd.at(-1)).toBe(1);
});

it('seven days have the index of the first of them', () => {
  expect([-1, 0, 6, 7].map(indexDayOf)).toEqual([-7, 0, 0, 7]);
});

it('no query day is before the oldest useful day', () => {
  const { before, holdoutFrom } = planQueryDays(buying(everyDay(2_000)));
  expect(Math.min(...before)).toBeGreaterThanOrEqual(holdoutFrom - 400);
});

it('there are no query days for training without orders, or with orders of one day', () => {
  expect(planQueryDays(buying([])).before).toEqual([]);
  expect(planQueryDays(buying([7])).before).toEqual([]);
});
