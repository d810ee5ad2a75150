import fc from 'fast-check';
import { type Line, rowsOf, smallShops, today } from '../../test/support/small-shops.ts';
import { cutTimeSlice, type SliceRequest } from './time-slices.ts';

const lines = smallShops.map((shop) => shop.lines);
const orders: fc.Arbitrary<SliceRequest> = fc.record({
  today: fc.integer({ min: today - 40, max: today + 5 }),
  days: fc.integer({ min: 1, max: 60 }),
  mostTasks: fc.constantFrom(1, 2, 1_000),
  seed: fc.nat(),
});
const everyTask = { mostTasks: 1_000 };

/** For each customer, by number: the earlier purchases, and the first basket from then on if it is in time. */
function naive(list: readonly Line[], { today: first, days }: SliceRequest) {
  const customers = [...new Set(list.map(({ customer }) => customer))].sort((one, other) => one - other);
  return customers.flatMap((customer, number) => {
    const own = list.filter((line) => line.customer === customer);
    const basketDay = Math.min(...own.filter(({ day }) => day >= first).map(({ day }) => day));
    if (basketDay >= first + days) return [];
    const basket = [...new Set(own.filter(({ day }) => day === basketDay).map(({ item }) => item))];
    const before = own.filter(({ day }) => day < first).map(({ item, day }) => `${day}/${item}`);
    return [
      { customer: number, before: [...new Set(before)].sort(), basket: basket.sort((one, other) => one - other) },
    ];
  });
}

test('the next purchase of a known customer is the first basket from the first day on, predicted from earlier purchases', () => {
  fc.assert(
    fc.property(lines, orders, (list, order) => {
      const { tasks } = cutTimeSlice(rowsOf(list), { ...order, ...everyTask });
      const next = tasks.filter(({ kind }) => kind === 'next purchase');
      expect(
        next.map(({ customer, history, targets, anchors }) => ({
          customer,
          before: history.map(({ item, day }) => `${day}/${item}`).sort(),
          basket: [...targets].sort((one, other) => one - other),
          anchors,
        })),
      ).toEqual(
        naive(list, order)
          .filter(({ before }) => before.length > 0)
          .map((task) => ({ ...task, anchors: [] })),
      );
    }),
  );
});

test('the other items of a basket are predicted from one of its items, also for new customers', () => {
  fc.assert(
    fc.property(lines, orders, (list, order) => {
      const { tasks } = cutTimeSlice(rowsOf(list), { ...order, ...everyTask });
      const anchored = tasks.filter(({ kind }) => kind === 'anchors');
      expect(
        anchored.map(({ customer, history, targets, anchors }) => ({
          customer,
          before: history.map(({ item, day }) => `${day}/${item}`).sort(),
          basket: [...targets, ...anchors].sort((one, other) => one - other),
        })),
      ).toEqual(naive(list, order).filter(({ basket }) => basket.length > 1));
      expect(anchored.every(({ anchors }) => anchors.length === 1)).toBe(true);
    }),
  );
});

test('no history contains purchases of the first day or later, and no anchor is a target', () => {
  fc.assert(
    fc.property(lines, orders, (list, order) => {
      const slice = cutTimeSlice(rowsOf(list), order);
      expect(slice.today).toBe(order.today);
      for (const { history, anchors, targets } of slice.tasks) {
        expect(history.every(({ day }) => day !== null && day < order.today)).toBe(true);
        expect(targets.filter((item) => anchors.includes(item))).toEqual([]);
        expect(new Set(targets).size).toBe(targets.length);
        expect(targets.length).toBeGreaterThan(0);
      }
    }),
  );
});

test('the same rows and order give the same tasks, at most the given number per kind, all of them from the full set', () => {
  fc.assert(
    fc.property(lines, orders, (list, order) => {
      const { tasks } = cutTimeSlice(rowsOf(list), order);
      expect(cutTimeSlice(rowsOf(list.toReversed()), order).tasks).toEqual(tasks);
      const whole = cutTimeSlice(rowsOf(list), { ...order, ...everyTask }).tasks;
      for (const kind of ['next purchase', 'anchors']) {
        const drawn = tasks.filter((task) => task.kind === kind);
        const all = whole.filter((task) => task.kind === kind);
        expect(drawn).toHaveLength(Math.min(order.mostTasks, all.length));
        for (const task of drawn) expect(all).toContainEqual(task);
      }
    }),
    { numRuns: 60 },
  );
});

test('tasks are drawn evenly from all customers, and differently by seed and slice', () => {
  const list = Array.from({ length: 400 }, (_, customer) => [
    { customer, item: 0, day: today - 5 },
    { customer, item: 1, day: today + 1 },
  ]).flat();
  const draw = (seed: number, first = today) =>
    cutTimeSlice(rowsOf(list), { today: first, days: 10, mostTasks: 100, seed }).tasks.map(({ customer }) => customer);
  const drawn = draw(1);
  for (const part of [0, 1, 2, 3]) {
    const ofPart = drawn.filter((customer) => Math.floor(customer / 100) === part);
    expect(ofPart.length).toBeGreaterThan(10);
    expect(ofPart.length).toBeLessThan(40);
  }
  expect(draw(2)).not.toEqual(drawn);
  expect(draw(1, today - 1)).not.toEqual(drawn);
});

test('only the newest lines of a very long history are used', () => {
  const list = Array.from({ length: 2_000 }, (_, index) => ({ customer: 0, item: index % 7, day: today - 1 - index }));
  const rows = rowsOf([...list, { customer: 0, item: 3, day: today }]);
  const [task] = cutTimeSlice(rows, { today, days: 1, mostTasks: 1, seed: 1 }).tasks;
  const days = task?.history.map(({ day }) => day as number) ?? [];
  expect(days.length).toBeLessThan(1_000);
  expect(Math.max(...days)).toBe(today - 1);
  expect(Math.min(...days)).toBe(today - days.length);
});
