import fc from 'fast-check';
import { sortByScore } from './score-order.ts';

const scored = fc.array(fc.integer({ min: -5, max: 5 }), { maxLength: 80 }).chain((scores) =>
  fc.record({
    scores: fc.constant(Float32Array.from(scores)),
    rows: fc.shuffledSubarray([...scores.keys()], { minLength: scores.length }),
  }),
);

describe('sortByScore', () => {
  it('orders rows by descending score and equal scores by row, for any input order', () => {
    fc.assert(
      fc.property(scored, ({ scores, rows }) => {
        const sorted = Int32Array.from(rows);
        sortByScore(sorted, scores, new Int32Array(rows.length));
        const byScore = (row: number, other: number) =>
          (scores[other] as number) - (scores[row] as number) || row - other;
        expect([...sorted]).toEqual([...rows].sort(byScore));
      }),
    );
  });
});
