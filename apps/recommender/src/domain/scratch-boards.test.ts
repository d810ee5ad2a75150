import { ScratchBoards } from './scratch-boards.ts';

const sizes = { items: 100, customers: 1_000 };
const buffersOf = (boards: ScratchBoards, asked = sizes) =>
  boards.use(asked, ({ items, customers }) =>
    [items, customers].flatMap(({ scores, touched }) => [scores.buffer, touched.buffer]),
  );

test('the same sizes reuse the same memory', () => {
  const boards = new ScratchBoards();
  const first = buffersOf(boards);
  for (const [index, buffer] of buffersOf(boards).entries()) expect(buffer).toBe(first[index]);
});

test('memory that is large enough is reused for fewer or as many numbers', () => {
  const boards = new ScratchBoards();
  const [first] = buffersOf(boards);
  const [smaller] = buffersOf(boards, { items: 90, customers: 1_000 });
  expect(smaller).toBe(first);
});

test('each board grows on its own, and memory that is much too large is replaced', () => {
  const boards = new ScratchBoards();
  const [items, , customers] = buffersOf(boards);
  const [moreItems, , sameCustomers] = buffersOf(boards, { ...sizes, items: 101 });
  expect(moreItems).not.toBe(items);
  expect(sameCustomers).toBe(customers);
  const [, , fewCustomers] = buffersOf(boards, { items: 101, customers: 100 });
  expect(fewCustomers?.byteLength).toBe(800);
});

test('boards are empty after work that throws', () => {
  const boards = new ScratchBoards();
  const broken = () =>
    boards.use(sizes, ({ items, customers }) => {
      items.add(7, 1);
      customers.add(8, 2);
      throw new Error('broken');
    });
  expect(broken).toThrow('broken');
  boards.use(sizes, ({ items, customers }) => {
    expect([items.count, customers.count]).toEqual([0, 0]);
    expect([items.scores[7], customers.scores[8]]).toEqual([0, 0]);
  });
});
