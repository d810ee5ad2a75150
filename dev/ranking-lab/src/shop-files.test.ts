import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toDay } from './data.ts';
import type { Period } from './protocol.ts';
import { type ContestInput, readContests } from './shop-files.ts';

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'ranking-quality-'));
});
afterEach(() => rm(directory, { recursive: true }));

const input = (rest: Partial<ContestInput> = {}): ContestInput => ({
  directory,
  heldOut: new Map(),
  full: false,
  seed: 1,
  ...rest,
});

async function write(file: string, lines: readonly string[]): Promise<string> {
  const path = join(directory, file);
  await mkdir(join(path, '..'), { recursive: true });
  await writeFile(path, `${lines.join('\n')}\n`);
  return path;
}

const ordersHead = 'phone,sku,order_date';
const tasksOf = (period: Period = []) => period.flatMap(({ tasks }) => tasks);
const idsOf = (period: Period = []) => tasksOf(period).map(({ id }) => id.split(' ')[0]);
const daysOf = (period: Period = []) => period.map(({ training }) => training.today);

describe('a shop with dates', () => {
  beforeEach(async () => {
    await write('gems/catalog.csv', ['sku,title,web_price,article_type', '1,a,1,ring', '2,b,1,ring', '3,c,1,ring']);
    await write('gems/orders.csv', [
      ordersHead,
      'ann,1,2020-01-01',
      'ann,2,2020-06-01',
      'ann,3,2020-12-31',
      'bob,1,2020-12-01',
      'bob,2,2020-12-01',
      'cid,1,2020-05-10',
      'cid,2,2020-05-10',
    ]);
  });

  it('is tested on the last 120 days, and tuned on two periods before', async () => {
    const contests = await readContests(input());
    expect(contests.map(({ kind }) => kind)).toEqual(['return basket', 'anchors', 'next purchase']);
    const [basket, anchors, next] = contests;
    const split = toDay('2020-12-31') + 1 - 120;
    expect(daysOf(next?.test)).toEqual([split]);
    expect(next?.tuning.map(daysOf)).toEqual([[split - 120], [split - 240]]);
    expect(daysOf(basket?.test).slice(0, 3)).toEqual([split, split + 7, split + 14]);
    expect(basket?.tuning.map((period) => daysOf(period).length)).toEqual([4, 4]);
    for (const contest of [basket, next]) expect(idsOf(contest?.test)).toEqual(['ann']);
    expect(idsOf(anchors?.test)).toEqual(['bob']);
    expect(idsOf(next?.tuning[0])).toEqual(['ann']);
    expect(idsOf(anchors?.tuning[0])).toEqual(['cid']);
  });

  it('is tested on held-out orders if they are given, and all other orders are known', async () => {
    const file = await write('later.csv', [ordersHead, 'cid,3,2021-01-05', 'bob,3,2021-09-01', 'dan,1,2021-01-05']);
    const [, , next] = await readContests(input({ heldOut: new Map([['gems', file]]) }));
    expect(daysOf(next?.test)).toEqual([toDay('2021-01-05')]);
    expect(next?.test[0]?.training.rows.items).toHaveLength(7);
    expect(idsOf(next?.test)).toEqual(['bob', 'cid']);
  });
});

it('a shop without dates is tested on the next basket of customers, and tuned on the last basket of others', async () => {
  await write('food/history.csv', [
    ordersHead,
    ...['ann', 'bob'].flatMap((name) => [`${name},1,2001-02-15`, `${name},2,2001-02-22`]),
  ]);
  await write('food/next_baskets.csv', [ordersHead, 'ann,3,2001-03-01', 'ann,1,2001-03-01']);
  const [contest] = await readContests(input());
  expect(idsOf(contest?.test)).toEqual(['ann']);
  expect(tasksOf(contest?.test)[0]?.history).toHaveLength(2);
  expect(tasksOf(contest?.test)[0]?.targets).toHaveLength(2);
  expect(idsOf(contest?.tuning[0])).toEqual(['bob']);
  expect(contest?.tuning[0]?.[0]?.training.rows.items).toHaveLength(2);
});

describe('a shop whose baskets only have an order', () => {
  beforeEach(async () => {
    await write('food/history.csv', [ordersHead, ...['ann', 'bob', 'cid'].map((name) => `${name},1,2001-02-22`)]);
    await write('food/next_baskets.csv', [ordersHead, 'ann,3,2001-03-01', 'bob,2,2001-03-01']);
  });

  it('knows the next baskets of all customers who are not tested', async () => {
    const file = await write('later.csv', [ordersHead, 'cid,2,2001-03-01']);
    const [contest] = await readContests(input({ heldOut: new Map([['food', file]]) }));
    expect(idsOf(contest?.test)).toEqual(['cid']);
    expect(tasksOf(contest?.test)[0]?.history).toHaveLength(1);
    expect(contest?.test[0]?.training.rows.items).toHaveLength(5);
    expect(contest?.test[0]?.training.today).toBe(toDay('2001-03-02'));
  });

  it("knows nobody's next basket without held-out baskets", async () => {
    const [contest] = await readContests(input());
    expect(idsOf(contest?.test).sort()).toEqual(['ann', 'bob']);
    expect(contest?.test[0]?.training.rows.items).toHaveLength(3);
    expect(contest?.test[0]?.training.today).toBe(toDay('2001-03-01'));
  });
});

it('the reader names the directory that has no shop', async () => {
  await expect(readContests(input())).rejects.toThrow(directory);
});

it('the reader refuses held-out orders of an unknown shop', async () => {
  await write('food/history.csv', [ordersHead]);
  await expect(readContests(input({ heldOut: new Map([['gems', 'a.csv']]) }))).rejects.toThrow('gems');
});
