import { bought as boughtOf, tinyCatalogue } from '../test/support/tiny-shop.ts';
import { cutPeriod, type PeriodInput } from './protocol.ts';
import type { Purchases } from './purchases.ts';

const catalogue = tinyCatalogue(['gold ring', 'gold ring', 'gold ring', 'gold ring', 'gold ring']);
const bought = (...baskets: string[]) => boughtOf(catalogue, ...baskets);
const input: PeriodInput = { kind: 'next purchase', split: 20, horizonDays: 10, rebuildDays: 7, seed: 1 };
const tasksOf = (purchases: Purchases, rest: Partial<PeriodInput> = {}) =>
  cutPeriod(catalogue, purchases, { ...input, ...rest }).flatMap(({ tasks }) => tasks);

describe.each(['next purchase', 'next basket'] as const)('%s', (kind) => {
  it('has the first basket from the split on as target, for customers with a history', () => {
    const purchases = bought('ann 20: 4 5', 'ann 10: 1', 'ann 25: 3', 'bob 21: 1', 'cid 11: 2');
    expect(tasksOf(purchases, { kind })).toEqual([
      {
        id: 'ann 20',
        kind,
        customer: 0,
        history: [{ day: 10, items: [0] }],
        anchors: [],
        targets: [3, 4],
        today: 20,
      },
    ]);
  });

  it('leaves out customers who return after the horizon', () => {
    expect(tasksOf(bought('ann 10: 1', 'ann 30: 2'), { kind })).toEqual([]);
    expect(tasksOf(bought('ann 10: 1', 'ann 29: 2'), { kind })).toHaveLength(1);
  });

  it('has tasks only of the selected customers', () => {
    const purchases = bought('ann 10: 1', 'ann 20: 2', 'bob 10: 1', 'bob 20: 2');
    const tasks = tasksOf(purchases, { kind, hasTasks: (name) => name === 'bob' });
    expect(tasks.map(({ id }) => id)).toEqual(['bob 20']);
  });

  it('draws the same tasks for the same seed', () => {
    const purchases = bought(...Array.from({ length: 40 }, (_, n) => [`c${n} 10: 1`, `c${n} 20: 2`]).flat());
    const idsOf = (seed: number) => tasksOf(purchases, { kind, mostTasks: 7, seed }).map(({ id }) => id);
    expect(idsOf(1)).toHaveLength(7);
    expect(idsOf(1)).toEqual(idsOf(1));
    expect(idsOf(1)).not.toEqual(idsOf(2));
  });
});

describe('return basket', () => {
  const kind = 'return basket';

  it('has a task for every basket of a known customer on its day, with the history up to that day', () => {
    const tasks = tasksOf(bought('ann 10: 1', 'ann 20: 2', 'ann 23: 3', 'bob 21: 4', 'bob 28: 5'), { kind });
    expect(tasks.map(({ id, today, history }) => [id, today, history.map(({ day }) => day)])).toEqual([
      ['ann 20', 20, [10]],
      ['ann 23', 23, [10, 20]],
      ['bob 28', 28, [21]],
    ]);
  });

  it('contains the purchases of other customers before the last rebuild', () => {
    const slices = cutPeriod(catalogue, bought('ann 10: 1', 'ann 26: 2', 'ann 27: 3', 'bob 26: 4'), { ...input, kind });
    expect(slices.map(({ training }) => [training.today, training.rows.items.length])).toEqual([
      [20, 1],
      [27, 3],
    ]);
    expect(slices.map(({ tasks }) => tasks.map(({ id }) => id))).toEqual([['ann 26'], ['ann 27']]);
  });

  it('numbers a customer as in the rows of the slice', () => {
    const slices = cutPeriod(catalogue, bought('ann 21: 1', 'bob 10: 2', 'bob 22: 3', 'bob 27: 4'), { ...input, kind });
    expect(slices.map(({ tasks }) => tasks.map(({ customer }) => customer))).toEqual([[0], [1]]);
  });

  it('trains with the data of every fourth week', () => {
    const slices = cutPeriod(catalogue, bought('ann 10: 1'), { ...input, kind, horizonDays: 60 });
    expect(slices.map(({ monthly }) => monthly.today)).toEqual([20, 20, 20, 20, 48, 48, 48, 48, 76]);
  });
});

describe('anchors', () => {
  const kind = 'anchors';

  it('has the rest of a basket as target, also for unknown customers', () => {
    const [task] = tasksOf(bought('ann 20: 1 2 3'), { kind });
    expect(task).toMatchObject({ customer: -1, history: [] });
    expect([...(task?.anchors ?? []), ...(task?.targets ?? [])].toSorted()).toEqual([0, 1, 2]);
    expect(task?.anchors).toHaveLength(1);
  });

  it('treats everything that a customer bought on a day as one basket', () => {
    const tasks = tasksOf(bought('ann 20: 1', 'ann 20: 1', 'ann 20: 2', 'ann 21: 3'), { kind });
    expect(tasks.map(({ id, targets }) => [id, targets.length])).toEqual([['ann 20', 1]]);
  });

  it('uses no purchase from the day of the basket on', () => {
    const tasks = tasksOf(bought('ann 10: 5', 'ann 20: 1 2', 'ann 22: 3 4'), { kind });
    expect(tasks.map(({ history }) => history.map(({ day }) => day))).toEqual([[10], [10, 20]]);
  });
});

it('the training uses the time before the split, with its customers renumbered', () => {
  const [slice] = cutPeriod(catalogue, bought('ann 20: 1 2', 'bob 19: 3', 'bob 21: 4'), input);
  expect(slice?.training.today).toBe(20);
  expect(slice?.training.rows).toEqual({
    customers: Int32Array.of(0),
    items: Int32Array.of(2),
    days: Int32Array.of(19),
  });
  expect(slice?.tasks.map(({ customer }) => customer)).toEqual([0]);
});
