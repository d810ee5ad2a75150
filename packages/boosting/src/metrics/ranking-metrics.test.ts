import { hitAt, ndcgAt, RankingMetricsAccumulator, recallAt } from './ranking-metrics.ts';

const relevant = new Set([10, 20, 30]);

describe('ranking metrics', () => {
  it('recall is the share of all relevant items, even when k is smaller than their number', () => {
    expect(recallAt([10, 1, 20], relevant, 1)).toBe(1 / 3);
    expect(recallAt([10, 1, 20], relevant, 3)).toBe(2 / 3);
  });

  it('NDCG discounts a hit by its position and compares with the ideal list of that length', () => {
    // Hits at positions 1 and 3: 1 + 1 / log2(4) = 1.5 of 1 + 1 / log2(3) + 1 / 2 = 2.1309.
    expect(ndcgAt([10, 1, 20], relevant, 5)).toBeCloseTo(0.7039, 4);
    // With two positions, the ideal list has two hits: 1 of 1 + 1 / log2(3).
    expect(ndcgAt([10, 1, 20], relevant, 2)).toBeCloseTo(0.6131, 4);
    expect(ndcgAt([1, 10], new Set([10]), 5)).toBeCloseTo(0.6309, 4);
  });

  it('a hit is at least one relevant item among the first', () => {
    expect(hitAt([1, 10], relevant, 1)).toBe(0);
    expect(hitAt([1, 10], relevant, 2)).toBe(1);
  });

  it('means leave out queries without relevant items', () => {
    const metrics = new RankingMetricsAccumulator();
    metrics.add([1, 10], relevant);
    metrics.add([10, 20, 30], relevant);
    metrics.add([10], new Set());
    const means = metrics.means();
    expect(means.queries).toBe(2);
    expect(means.recall).toEqual({ 1: 1 / 6, 5: 2 / 3, 10: 2 / 3 });
    expect(means.hit).toEqual({ 1: 0.5, 5: 1, 10: 1 });
    expect(means.ndcg[1]).toBe(0.5);
    expect(means.ndcg[10]).toBeCloseTo((0.6309 / 2.1309 + 1) / 2, 4);
  });

  it('means without queries are 0', () => {
    const none = { 1: 0, 5: 0, 10: 0 };
    expect(new RankingMetricsAccumulator().means()).toEqual({ queries: 0, recall: none, ndcg: none, hit: none });
  });
});
