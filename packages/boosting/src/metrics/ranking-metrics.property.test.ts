import fc from 'fast-check';
import { hitAt, ndcgAt, recallAt } from './ranking-metrics.ts';

const item = fc.nat(30);
const list = fc.record({
  ranked: fc.uniqueArray(item, { maxLength: 20 }),
  relevant: fc.uniqueArray(item, { maxLength: 15 }).map((items) => new Set(items)),
  k: fc.integer({ min: 1, max: 20 }),
});

describe.each([
  ['recall', recallAt],
  ['NDCG', ndcgAt],
  ['hit', hitAt],
])('%s', (_name, metric) => {
  it('is from 0 to 1, and above 0 exactly when there is a hit', () => {
    fc.assert(
      fc.property(list, ({ ranked, relevant, k }) => {
        const value = metric(ranked, relevant, k);
        expect(value).toBeGreaterThanOrEqual(0);
        expect(value).toBeLessThanOrEqual(1 + 1e-12);
        expect(value > 0).toBe(hitAt(ranked, relevant, k) === 1);
      }),
    );
  });

  it('uses only the first k', () => {
    fc.assert(
      fc.property(list, ({ ranked, relevant, k }) => {
        expect(metric(ranked.slice(0, k), relevant, k)).toBe(metric(ranked, relevant, k));
      }),
    );
  });

  it('never decreases when a relevant item moves up one position', () => {
    fc.assert(
      fc.property(list, fc.nat(), ({ ranked, relevant, k }, seed) => {
        fc.pre(ranked.length > 1);
        const at = 1 + (seed % (ranked.length - 1));
        fc.pre(relevant.has(ranked[at] as number));
        const risen = ranked.toSpliced(at - 1, 2, ranked[at] as number, ranked[at - 1] as number);
        expect(metric(risen, relevant, k)).toBeGreaterThanOrEqual(metric(ranked, relevant, k) - 1e-12);
      }),
    );
  });
});

describe.each([
  ['recall', recallAt],
  ['hit', hitAt],
])('%s', (_name, metric) => {
  it('never decreases with a greater k', () => {
    fc.assert(
      fc.property(list, ({ ranked, relevant, k }) => {
        expect(metric(ranked, relevant, k + 1)).toBeGreaterThanOrEqual(metric(ranked, relevant, k));
      }),
    );
  });
});
