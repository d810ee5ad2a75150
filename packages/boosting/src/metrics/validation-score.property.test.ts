import fc from 'fast-check';
import { ndcgAt, recallAt } from './ranking-metrics.ts';
import { createValidationScore } from './validation-score.ts';

const row = fc.record({ label: fc.constantFrom(0, 0, 0, 1, 3), score: fc.integer({ min: -4, max: 4 }) });
const query = fc.record({ rows: fc.array(row, { maxLength: 40 }), elsewhere: fc.nat(3) });

describe('the validation score', () => {
  it('is the mean of recall@10 and NDCG@10, and counts relevant items without a row', () => {
    fc.assert(
      fc.property(fc.array(query, { maxLength: 6 }), (queries) => {
        const rows = queries.flatMap((one) => one.rows);
        const groups = [0];
        for (const one of queries) groups.push((groups.at(-1) ?? 0) + one.rows.length);
        const hits = queries.map((one) => one.rows.filter(({ label }) => label > 0).length);
        const score = createValidationScore({
          labels: Float32Array.from(rows, ({ label }) => label),
          groups: Int32Array.from(groups),
          relevant: Int32Array.from(queries, ({ elsewhere }, at) => elsewhere + (hits[at] as number)),
        });
        const expected = queries.flatMap((one) => {
          const ranked = [...one.rows.keys()].sort(
            (at, other) => (one.rows[other]?.score ?? 0) - (one.rows[at]?.score ?? 0) || at - other,
          );
          const found = ranked.filter((at) => (one.rows[at]?.label ?? 0) > 0);
          const relevant = new Set([...found, ...Array.from({ length: one.elsewhere }, (_, at) => -1 - at)]);
          return relevant.size === 0 ? [] : [(recallAt(ranked, relevant, 10) + ndcgAt(ranked, relevant, 10)) / 2];
        });
        const mean = expected.reduce((sum, value) => sum + value, 0) / Math.max(1, expected.length);
        expect(score(Float32Array.from(rows, (one) => one.score))).toBeCloseTo(mean, 12);
      }),
    );
  });
});
