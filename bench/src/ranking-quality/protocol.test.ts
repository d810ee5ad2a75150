import { bought as boughtOf, tinyCatalogue } from '../../test/support/tiny-shop.ts';
import { cutSlice, type SliceOrder } from './protocol.ts';

const catalogue = tinyCatalogue(['gold ring', 'gold ring', 'gold ring', 'gold ring', 'gold ring']);
const bought = (...baskets: string[]) => boughtOf(catalogue, ...baskets);
const order: SliceOrder = { kind: 'next purchase', split: 20, horizonDays: 10, seed: 1 };

describe('next purchase', () => {
  it('has the first basket from the split on as target, for customers with a history', () => {
    const purchases = bought('ann 20: 4 5', 'ann 10: 1', 'ann 25: 3', 'bob 21: 1', 'cid 11: 2');
    const { tasks } = cutSlice(catalogue, purchases, order);
    expect(tasks).toEqual([
      {
        id: 'ann 20',
        kind: 'next purchase',
        customer: 0,
        history: [{ day: 10, items: [0] }],
        anchors: [],
        targets: [3, 4],
        today: 20,
      },
    ]);
  });

  it('leaves out customers who return after the horizon', () => {
    expect(cutSlice(catalogue, bought('ann 10: 1', 'ann 30: 2'), order).tasks).toEqual([]);
    expect(cutSlice(catalogue, bought('ann 10: 1', 'ann 29: 2'), order).tasks).toHaveLength(1);
  });

  it('has tasks only of the selected customers', () => {
    const purchases = bought('ann 10: 1', 'ann 20: 2', 'bob 10: 1', 'bob 20: 2');
    const { tasks } = cutSlice(catalogue, purchases, { ...order, isAsked: (name) => name === 'bob' });
    expect(tasks.map(({ id }) => id)).toEqual(['bob 20']);
  });

  it('draws the same tasks for the same seed', () => {
    const purchases = bought(...Array.from({ length: 40 }, (_, n) => [`c${n} 10: 1`, `c${n} 20: 2`]).flat());
    const idsOf = (seed: number) =>
      cutSlice(catalogue, purchases, { ...order, mostTasks: 7, seed }).tasks.map(({ id }) => id);
    expect(idsOf(1)).toHaveLength(7);
    expect(idsOf(1)).toEqual(idsOf(1));
    expect(idsOf(1)).not.toEqual(idsOf(2));
  });
});

describe('anchors', () => {
  const anchors = { ...order, kind: 'anchors' } as const;

  it('has the rest of a basket as target, also for unknown customers', () => {
    const [task] = cutSlice(catalogue, bought('ann 20: 1 2 3'), anchors).tasks;
    expect(task).toMatchObject({ customer: -1, history: [] });
    expect([...(task?.anchors ?? []), ...(task?.targets ?? [])].toSorted()).toEqual([0, 1, 2]);
    expect(task?.anchors).toHaveLength(1);
  });

  it('treats everything that a customer bought on a day as one basket', () => {
    const { tasks } = cutSlice(catalogue, bought('ann 20: 1', 'ann 20: 1', 'ann 20: 2', 'ann 21: 3'), anchors);
    expect(tasks.map(({ id, targets }) => [id, targets.length])).toEqual([['ann 20', 1]]);
  });

  it('uses nothing that was bought from the split on', () => {
    const { tasks } = cutSlice(catalogue, bought('ann 10: 5', 'ann 20: 1 2', 'ann 22: 3 4'), anchors);
    expect(tasks.map(({ history }) => history)).toEqual([[{ day: 10, items: [4] }], [{ day: 10, items: [4] }]]);
  });
});

it('trains on the time before the split, with its customers renumbered', () => {
  const { training, tasks } = cutSlice(catalogue, bought('ann 20: 1 2', 'bob 19: 3', 'bob 21: 4'), order);
  expect(training.today).toBe(20);
  expect(training.rows).toEqual({
    customers: Int32Array.of(0),
    items: Int32Array.of(2),
    days: Int32Array.of(19),
  });
  expect(tasks.map(({ customer }) => customer)).toEqual([0]);
});
