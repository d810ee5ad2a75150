import fc from 'fast-check';
import { SparseAccumulator, topK } from './sparse-accumulator.ts';

const size = 30;
const additions = fc.array(
  fc.tuple(
    fc.integer({ min: 0, max: size - 1 }),
    // There are few different scores, because a wrong order shows only among equal scores.
    fc.oneof(fc.constantFrom(0.5, 1, 2), fc.double({ min: 1e-9, max: 1e9, noNaN: true })),
  ),
  { maxLength: 80 },
);

function accumulatorOf(
  list: readonly (readonly [number, number])[],
  accumulator = new SparseAccumulator(size),
): SparseAccumulator {
  for (const [number, score] of list) accumulator.add(number, score);
  return accumulator;
}

function sorted(list: readonly (readonly [number, number])[]): [number, number][] {
  const sums = new Map<number, number>();
  for (const [number, score] of list) sums.set(number, (sums.get(number) ?? 0) + score);
  return [...sums].sort(([one, score], [other, otherScore]) => otherScore - score || one - other);
}

test('the top-k of an accumulator are its first numbers when sorted by score, then number', () => {
  fc.assert(
    fc.property(additions, fc.integer({ min: 0, max: size + 5 }), fc.nat(3), (list, limit, divisor) => {
      const accepts = (number: number) => divisor === 0 || number % (divisor + 1) !== 0;
      const expected = sorted(list)
        .filter(([number]) => accepts(number))
        .slice(0, limit);
      const best = topK(accumulatorOf(list), limit, accepts);
      expect([...best.numbers]).toEqual(expected.map(([number]) => number));
      expect([...best.scores]).toEqual(expected.map(([, score]) => Math.fround(score)));
    }),
    { numRuns: 200 },
  );
});

test('a cleared accumulator equals a new one', () => {
  fc.assert(
    fc.property(additions, additions, (before, after) => {
      const accumulator = accumulatorOf(before);
      accumulator.clear();
      expect(accumulator.count).toBe(0);
      expect([...accumulator.scores]).toEqual(new Array(size).fill(0));
      accumulatorOf(after, accumulator);
      const fresh = accumulatorOf(after);
      expect(topK(accumulator, size, () => true)).toEqual(topK(fresh, size, () => true));
    }),
  );
});

test('reading the top-k does not change an accumulator', () => {
  fc.assert(
    fc.property(additions, (list) => {
      const accumulator = accumulatorOf(list);
      const first = topK(accumulator, 5, () => true);
      expect(topK(accumulator, 5, () => true)).toEqual(first);
    }),
  );
});

test('a number with only scores of 0 is not in the accumulator, and others are in it once', () => {
  fc.assert(
    fc.property(additions, fc.array(fc.integer({ min: 0, max: size - 1 })), (list, zeros) => {
      const accumulator = accumulatorOf(list);
      for (const number of zeros) accumulator.add(number, 0);
      expect([...accumulator.touched.subarray(0, accumulator.count)].sort((one, other) => one - other)).toEqual(
        [...new Set(list.map(([number]) => number))].sort((one, other) => one - other),
      );
    }),
  );
});
