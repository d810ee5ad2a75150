import fc from 'fast-check';
import { type Line, rowsOf, smallShops, today } from '../../test/support/small-shops.ts';
import { tasksByDay } from './tasks-by-day.ts';

const lines = smallShops.map((shop) => shop.lines);
const days = fc.uniqueArray(fc.integer({ min: today - 30, max: today + 5 }), { maxLength: 12 });
const everyTask = { mostTasks: 1_000, seed: 1 };
const ascending = (one: number, other: number) => one - other;

/** The baskets of a day, each with what the customer bought before it. */
function naive(list: readonly Line[], day: number) {
  const customers = [...new Set(list.map(({ customer }) => customer))].sort(ascending);
  return customers.flatMap((customer, number) => {
    const own = list.filter((line) => line.customer === customer);
    const basket = [...new Set(own.filter((line) => line.day === day).map(({ item }) => item))].sort(ascending);
    const before = [...new Set(own.filter((line) => line.day < day).map((line) => `${line.day}/${line.item}`))].sort();
    return basket.length === 0 ? [] : [{ customer: number, before, basket }];
  });
}

test('each basket of a known customer is a task of its own day, with what was bought before', () => {
  fc.assert(
    fc.property(lines, days, (list, queryDays) => {
      for (const { today: day, tasks } of tasksByDay(rowsOf(list), queryDays, everyTask)) {
        const next = tasks.filter(({ kind }) => kind === 'next_purchase');
        expect(
          next.map(({ customer, history, targets, anchors }) => ({
            customer,
            before: history.map((line) => `${line.day}/${line.item}`).sort(),
            basket: [...targets].sort(ascending),
            anchors,
          })),
        ).toEqual(
          naive(list, day)
            .filter(({ before }) => before.length > 0)
            .map((task) => ({ ...task, anchors: [] })),
        );
      }
    }),
  );
});

test('a task is to find the other items of a basket given one of them, also for new customers', () => {
  fc.assert(
    fc.property(lines, days, (list, queryDays) => {
      for (const { today: day, tasks } of tasksByDay(rowsOf(list), queryDays, everyTask)) {
        const anchored = tasks.filter(({ kind }) => kind === 'anchors');
        expect(
          anchored.map(({ customer, history, targets, anchors }) => ({
            customer,
            before: history.map((line) => `${line.day}/${line.item}`).sort(),
            basket: [...targets, ...anchors].sort(ascending),
          })),
        ).toEqual(naive(list, day).filter(({ basket }) => basket.length > 1));
        expect(anchored.every(({ anchors }) => anchors.length === 1)).toBe(true);
      }
    }),
  );
});

const busy = Array.from({ length: 600 }, (_, customer) => [
  { customer, item: 0, day: today - 5 },
  { customer, item: 1, day: today + (customer % 3) },
]).flat();
const threeDays = [today, today + 1, today + 2];

test('about the wanted number of tasks is drawn by the seed, evenly over days and customers', () => {
  const draw = (seed: number) =>
    tasksByDay(rowsOf(busy), threeDays, { mostTasks: 150, seed }).map(({ tasks }) =>
      tasks.map((task) => task.customer),
    );
  const drawn = draw(1);
  expect(drawn.flat().length).toBeGreaterThan(110);
  expect(drawn.flat().length).toBeLessThan(190);
  for (const ofDay of drawn) expect(ofDay.length).toBeGreaterThan(25);
  for (const part of [0, 1, 2, 3]) {
    const ofPart = drawn.flat().filter((customer) => Math.floor(customer / 150) === part);
    expect(ofPart.length).toBeGreaterThan(15);
  }
  expect(draw(1)).toEqual(drawn);
  expect(draw(2)).not.toEqual(drawn);
});

test('fewer tasks are drawn when they have many targets', () => {
  const large = busy.flatMap((line) => (line.day < today ? [line] : [1, 2, 3, 4].map((item) => ({ ...line, item }))));
  const drawn = tasksByDay(rowsOf(large), threeDays, { mostTasks: 600, mostTargets: 600, seed: 1 });
  const byKind = (kind: string) => drawn.flatMap(({ tasks }) => tasks.filter((task) => task.kind === kind));
  // Four targets after the history, and three beside an anchor.
  expect(Math.abs(byKind('next_purchase').length - 150)).toBeLessThan(40);
  expect(Math.abs(byKind('anchors').length - 200)).toBeLessThan(40);
});

test('only the newest lines of a very long history are used', () => {
  const list = Array.from({ length: 2_000 }, (_, index) => ({ customer: 0, item: index % 7, day: today - 1 - index }));
  const [queries] = tasksByDay(rowsOf([...list, { customer: 0, item: 3, day: today }]), [today], everyTask);
  const known = queries?.tasks[0]?.history.map(({ day }) => day as number) ?? [];
  expect(known.length).toBeLessThan(1_000);
  expect(Math.max(...known)).toBe(today - 1);
  expect(Math.min(...known)).toBe(today - known.length);
});
