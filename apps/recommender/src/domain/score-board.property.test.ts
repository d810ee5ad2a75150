import fc from 'fast-check';
import { bestOf, ScoreBoard } from './score-board.ts';

const size = 30;
const additions = fc.array(
  fc.tuple(
    fc.integer({ min: 0, max: size - 1 }),
    // Few different scores, because wrong orders show among equal ones.
    fc.oneof(fc.constantFrom(0.5, 1, 2), fc.double({ min: 1e-9, max: 1e9, noNaN: true })),
  ),
  { maxLength: 80 },
);

function boardOf(list: readonly (readonly [number, number])[], board = new ScoreBoard(size)): ScoreBoard {
  for (const [number, score] of list) board.add(number, score);
  return board;
}

function sorted(list: readonly (readonly [number, number])[]): [number, number][] {
  const sums = new Map<number, number>();
  for (const [number, score] of list) sums.set(number, (sums.get(number) ?? 0) + score);
  return [...sums].sort(([one, score], [other, otherScore]) => otherScore - score || one - other);
}

test('the top-k of a board are its first numbers when sorted by score, then number', () => {
  fc.assert(
    fc.property(additions, fc.integer({ min: 0, max: size + 5 }), fc.nat(3), (list, limit, divisor) => {
      const accepts = (number: number) => divisor === 0 || number % (divisor + 1) !== 0;
      const expected = sorted(list)
        .filter(([number]) => accepts(number))
        .slice(0, limit);
      const best = bestOf(boardOf(list), limit, accepts);
      expect([...best.numbers]).toEqual(expected.map(([number]) => number));
      expect([...best.scores]).toEqual(expected.map(([, score]) => Math.fround(score)));
    }),
    { numRuns: 200 },
  );
});

test('a cleared board equals a new one', () => {
  fc.assert(
    fc.property(additions, additions, (before, after) => {
      const board = boardOf(before);
      board.clear();
      expect(board.count).toBe(0);
      expect([...board.scores]).toEqual(new Array(size).fill(0));
      boardOf(after, board);
      const fresh = boardOf(after);
      expect(bestOf(board, size, () => true)).toEqual(bestOf(fresh, size, () => true));
    }),
  );
});

test('reading the top-k does not change a board', () => {
  fc.assert(
    fc.property(additions, (list) => {
      const board = boardOf(list);
      const first = bestOf(board, 5, () => true);
      expect(bestOf(board, 5, () => true)).toEqual(first);
    }),
  );
});

test('a number with only scores of 0 is not on the board, and others are on it once', () => {
  fc.assert(
    fc.property(additions, fc.array(fc.integer({ min: 0, max: size - 1 })), (list, zeros) => {
      const board = boardOf(list);
      for (const number of zeros) board.add(number, 0);
      expect([...board.touched.subarray(0, board.count)].sort((one, other) => one - other)).toEqual(
        [...new Set(list.map(([number]) => number))].sort((one, other) => one - other),
      );
    }),
  );
});
