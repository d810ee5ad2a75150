import { createHash } from 'node:crypto';
import { generateShop } from '@callside/demo-shop';
import { today } from '../../../test/support/small-shops.ts';
import { indexDayOf } from '../query-days.ts';
import type { QueryDay } from '../ranking-task.ts';
import { rankerDataOfShop } from '../shop-data.ts';
import { tasksByDay } from '../tasks-by-day.ts';
import { prepareQueryDays } from './prepare-query-days.ts';

const data = rankerDataOfShop(generateShop({ seed: 7, today, products: 120, customers: 900 }));
const records = {
  created: new Int32Array(data.catalogue.items.length),
  retired: new Int32Array(data.catalogue.items.length).fill(today),
  soldOut: new Int32Array(data.catalogue.items.length).fill(today),
};
const days = tasksByDay(
  data.rows,
  Array.from({ length: 30 }, (_, back) => today - 30 + back),
  { mostTasks: 400, seed: 1 },
);
const sizedArticleTypes = new Set(['ring']);

/** The queries, with a digest in place of the feature vectors, because comparing them takes long. */
async function prepare(queryDays: readonly QueryDay[], threads: number, justBoughtDays = 0) {
  const queries = [];
  for await (const { features, ...query } of prepareQueryDays({ ...data, records, justBoughtDays }, queryDays, {
    sizedArticleTypes,
    threads,
  })) {
    const { values, rowCount } = features;
    queries.push({
      ...query,
      rowCount,
      values: createHash('sha256').update(new Uint8Array(values.buffer)).digest('hex'),
    });
  }
  return queries;
}

it('the queries and their order are the same with any number of threads', async () => {
  const alone = await prepare(days, 1);
  expect(alone.map(({ task }) => task)).toEqual(days.flatMap(({ tasks }) => tasks));
  expect(alone.length).toBeGreaterThan(50);
  expect(await prepare(days, 3)).toEqual(alone);
});

it('what was just bought is an anchor, as in serving, with any number of threads', async () => {
  const alone = await prepare(days, 1, 10);
  const kinds = alone.map(({ task }) => task.kind);
  const before = days.flatMap(({ tasks }) => tasks.map(({ kind }) => kind));
  const changed = kinds.filter((kind, index) => kind !== before[index]);
  expect(changed.length).toBeGreaterThan(0);
  expect(new Set(changed)).toEqual(new Set(['anchors']));
  expect(await prepare(days, 3, 10)).toEqual(alone);
});

it('a day may have more tasks than a thread may send ahead', async () => {
  const [day] = days.toSorted((one, other) => other.tasks.length - one.tasks.length) as [QueryDay];
  const tasks = Array.from({ length: 350 }, (_, index) => day.tasks[index % day.tasks.length] as QueryDay['tasks'][0]);
  const long = { today: day.today, tasks };
  // A thread has whole weeks.
  const ofOtherWeek = days.find(({ today }) => indexDayOf(today) !== indexDayOf(day.today)) as QueryDay;
  expect(await prepare([long, ofOtherWeek], 2)).toEqual(await prepare([long, ofOtherWeek], 1));
});

it('the threads stop when the caller stops reading', async () => {
  for await (const { items } of prepareQueryDays(data, days, { sizedArticleTypes, threads: 2 })) {
    expect(items.length).toBeGreaterThan(0);
    break;
  }
});

it('the call rejects with the error of a thread', async () => {
  const broken = { ...data, rows: { ...data.rows, items: undefined as unknown as Int32Array } };
  const read = async () => {
    for await (const _ of prepareQueryDays(broken, days, { sizedArticleTypes, threads: 2 }));
  };
  await expect(read()).rejects.toThrow('Cannot read properties of undefined');
});
