import { ScratchAccumulators } from './scratch-accumulators.ts';

const sizes = { items: 100, customers: 1_000 };
const buffersOf = (accumulators: ScratchAccumulators, asked = sizes) =>
  accumulators.use(asked, ({ items, customers }) =>
    [items, customers].flatMap(({ scores, touched }) => [scores.buffer, touched.buffer]),
  );

test('the same sizes reuse the same memory', () => {
  const accumulators = new ScratchAccumulators();
  const first = buffersOf(accumulators);
  for (const [index, buffer] of buffersOf(accumulators).entries()) expect(buffer).toBe(first[index]);
});

test('memory that is large enough is reused for fewer or as many numbers', () => {
  const accumulators = new ScratchAccumulators();
  const [first] = buffersOf(accumulators);
  const [smaller] = buffersOf(accumulators, { items: 90, customers: 1_000 });
  expect(smaller).toBe(first);
});

test('each accumulator grows on its own, and memory that is much too large is replaced', () => {
  const accumulators = new ScratchAccumulators();
  const [items, , customers] = buffersOf(accumulators);
  const [moreItems, , sameCustomers] = buffersOf(accumulators, { ...sizes, items: 101 });
  expect(moreItems).not.toBe(items);
  expect(sameCustomers).toBe(customers);
  const [, , fewCustomers] = buffersOf(accumulators, { items: 101, customers: 100 });
  expect(fewCustomers?.byteLength).toBe(800);
});

test('accumulators are empty after work that throws', () => {
  const accumulators = new ScratchAccumulators();
  const broken = () =>
    accumulators.use(sizes, ({ items, customers }) => {
      items.add(7, 1);
      customers.add(8, 2);
      throw new Error('broken');
    });
  expect(broken).toThrow('broken');
  accumulators.use(sizes, ({ items, customers }) => {
    expect([items.count, customers.count]).toEqual([0, 0]);
    expect([items.scores[7], customers.scores[8]]).toEqual([0, 0]);
  });
});
