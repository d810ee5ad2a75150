import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toDay } from './data.ts';
import type { Task } from './protocol.ts';
import { type ContestOrder, readContests } from './shop-files.ts';

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'ranking-quality-'));
});
afterEach(() => rm(directory, { recursive: true }));

const order = (rest: Partial<ContestOrder> = {}): ContestOrder => ({
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
const idsOf = (tasks: readonly Task[] = []) => tasks.map(({ id }) => id.split(' ')[0]);

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
    const [next, anchors] = await readContests(order());
    expect([next?.kind, anchors?.kind]).toEqual(['next purchase', 'anchors']);
    expect(next?.test.training.today).toBe(toDay('2020-12-31') + 1 - 120);
    expect(next?.tuning.map(({ training }) => training.today)).toEqual([
      toDay('2020-12-31') + 1 - 240,
      toDay('2020-12-31') + 1 - 360,
    ]);
    expect(idsOf(next?.test.tasks)).toEqual(['ann']);
    expect(idsOf(anchors?.test.tasks)).toEqual(['bob']);
    expect(idsOf(next?.tuning[0]?.tasks)).toEqual(['ann']);
    expect(idsOf(anchors?.tuning[0]?.tasks)).toEqual(['cid']);
  });

  it('is tested on held-out orders instead, and all other orders are known', async () => {
    const file = await write('later.csv', [ordersHead, 'cid,3,2021-01-05', 'bob,3,2021-09-01', 'dan,1,2021-01-05']);
    const [next] = await readContests(order({ heldOut: new Map([['gems', file]]) }));
    expect(next?.test.training.today).toBe(toDay('2021-01-05'));
    expect(next?.test.training.rows.items).toHaveLength(7);
    expect(idsOf(next?.test.tasks)).toEqual(['bob', 'cid']);
  });
});

it('a shop without dates is tested on the next basket of customers, and tuned on the last basket of others', async () => {
  await write('food/history.csv', [
    ordersHead,
    ...['ann', 'bob'].flatMap((name) => [`${name},1,2001-02-15`, `${name},2,2001-02-22`]),
  ]);
  await write('food/next_baskets.csv', [ordersHead, 'ann,3,2001-03-01', 'ann,1,2001-03-01']);
  const [contest] = await readContests(order());
  expect(idsOf(contest?.test.tasks)).toEqual(['ann']);
  expect(contest?.test.tasks[0]?.history).toHaveLength(2);
  expect(contest?.test.tasks[0]?.targets).toHaveLength(2);
  expect(idsOf(contest?.tuning[0]?.tasks)).toEqual(['bob']);
  expect(contest?.tuning[0]?.training.rows.items).toHaveLength(2);
});

describe('a shop whose baskets only have an order', () => {
  beforeEach(async () => {
    await write('food/history.csv', [ordersHead, ...['ann', 'bob', 'cid'].map((name) => `${name},1,2001-02-22`)]);
    await write('food/next_baskets.csv', [ordersHead, 'ann,3,2001-03-01', 'bob,2,2001-03-01']);
  });

  it('knows the next baskets of all customers who are not tested', async () => {
    const file = await write('later.csv', [ordersHead, 'cid,2,2001-03-01']);
    const [contest] = await readContests(order({ heldOut: new Map([['food', file]]) }));
    expect(idsOf(contest?.test.tasks)).toEqual(['cid']);
    expect(contest?.test.tasks[0]?.history).toHaveLength(1);
    expect(contest?.test.training.rows.items).toHaveLength(5);
    expect(contest?.test.training.today).toBe(toDay('2001-03-02'));
  });

  it('does not know the next baskets of the tested customers', async () => {
    const [contest] = await readContests(order());
    expect(idsOf(contest?.test.tasks).sort()).toEqual(['ann', 'bob']);
    expect(contest?.test.training.rows.items).toHaveLength(3);
  });
});

it('names the directory that has no shop', async () => {
  await expect(readContests(order())).rejects.toThrow(directory);
});

it('refuses held-out orders of an unknown shop', async () => {
  await write('food/history.csv', [ordersHead]);
  await expect(readContests(order({ heldOut: new Map([['gems', 'a.csv']]) }))).rejects.toThrow('gems');
});
