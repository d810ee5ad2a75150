import { bought, type Line, rowsOf, today } from '../../test/support/small-shops.ts';
import { createCatalogue } from '../ranking/rules/catalogue.ts';
import { queryPreparation } from './prepared-query.ts';
import { indexDayOf } from './query-days.ts';
import { candidatesOf, snapshotAsOf } from './shop-as-of.ts';
import { tasksByDay } from './tasks-by-day.ts';

const items = Array.from({ length: 8 }, (_, index) => ({
  sku: String(index),
  title: `Product ${index}`,
  webPrice: 10 + index,
  articleType: ['chain', 'charm'][index % 2] as string,
  size: null,
  attributes: {},
}));
const noSizes = new Set<string>();

/** The last day of a week, and how long ago days of this week were. */
const lastDay = indexDayOf(today) - 1;
const ago = (day: number) => today - day;
const earlier = [...bought(1, 90, 0, 1), ...bought(2, 80, 1, 2), ...bought(3, 60, 2, 3)];
/** Customer 1 comes twice in this week. */
const ofCustomer = [...bought(1, ago(lastDay - 2), 4), ...bought(1, ago(lastDay), 5)];

function queriesOf(lines: readonly Line[]) {
  const data = { catalogue: createCatalogue(items, 'v'), rows: rowsOf([...lines]) };
  const [day] = tasksByDay(data.rows, [lastDay], { mostTasks: 100, seed: 1 });
  if (day === undefined) throw new Error('nobody came back on that day');
  return { data, tasks: day.tasks, prepared: [...queryPreparation(data, noSizes)(day)] };
}

test('a query has the index of the first day of its week, and the history of its own day', () => {
  const { data, tasks, prepared } = queriesOf([...earlier, ...ofCustomer]);
  const [task] = tasks;
  if (task === undefined) throw new Error('there is no query');
  expect(task.history.map(({ day }) => day)).toContain(lastDay - 2);
  const snapshot = snapshotAsOf(data, indexDayOf(lastDay));
  expect(snapshot.purchases.today).toBe(lastDay - 6);
  const expected = candidatesOf(snapshot, task, noSizes, { today: lastDay });
  expect(prepared[0]?.items).toEqual(expected.items);
  expect(prepared[0]?.features).toEqual(expected.features);
});

test('what others buy in the week does not change a query', () => {
  const others = [...bought(4, ago(lastDay - 6), 6, 7), ...bought(5, ago(lastDay - 1), 6, 0)];
  const [one, other] = [[], others].map((more) => queriesOf([...earlier, ...ofCustomer, ...more]).prepared[0]);
  expect(other?.items).toEqual(one?.items);
  expect(other?.features).toEqual(one?.features);
});
