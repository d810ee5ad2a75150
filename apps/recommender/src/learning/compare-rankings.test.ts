import { compareRankings, type PairedRecall } from './compare-rankings.ts';

const pair = (customer: number, ours: number, theirs: number, kind: PairedRecall['kind'] = 'next_purchase') => ({
  customer,
  kind,
  ours,
  theirs,
});

describe('compareRankings', () => {
  it('is certain when each purchase shows the same difference', () => {
    const pairs = Array.from({ length: 40 }, (_, customer) => pair(customer, 0.6, 0.5));
    expect(compareRankings(pairs, 1)).toEqual({
      difference: expect.closeTo(0.2),
      low: expect.closeTo(0.2),
      high: expect.closeTo(0.2),
      purchases: 40,
      customers: 40,
    });
  });

  it('has zero in the interval when the rankings win equally often', () => {
    const pairs = Array.from({ length: 100 }, (_, index) => pair(index, index % 2, 1 - (index % 2)));
    const { difference, low, high } = compareRankings(pairs, 1) ?? { difference: 9, low: 9, high: 9 };
    expect(difference).toBe(0);
    expect(low).toBeLessThan(0);
    expect(high).toBeGreaterThan(0);
  });

  it('counts both kinds of purchases equally, however many there are', () => {
    const pairs = [pair(1, 1, 0.5), pair(2, 1, 0.5), pair(3, 1, 0.5), pair(4, 0.5, 0.5, 'anchors')];
    expect(compareRankings(pairs, 1)?.difference).toBeCloseTo(0.5);
  });

  it('counts a customer with n purchases as √n', () => {
    const usual = [1, 2].map((customer) => pair(customer, 1, 0.5));
    const account = Array.from({ length: 4 }, () => pair(3, 0.5, 0.5));
    expect(compareRankings([...usual, ...account], 1)?.difference).toBeCloseTo((1 + 1 + 2 * 0.5) / (3 * 0.5 + 0.5) - 1);
  });

  it('draws customers and not purchases, which widens the interval', () => {
    const alike = Array.from({ length: 200 }, (_, index) => pair(index, (index % 10) / 10, 0.4));
    const ofFew = alike.map((one, index) => ({ ...one, customer: index % 10 }));
    const width = (pairs: PairedRecall[]) => {
      const { low, high } = compareRankings(pairs, 7) ?? { low: 0, high: 0 };
      return high - low;
    };
    expect(width(ofFew)).toBeGreaterThan(2 * width(alike));
  });

  it('counts the customers, because the interval of one has no width', () => {
    const pairs = Array.from({ length: 40 }, (_, index) => pair(1, index % 2, 0.4));
    const difference = expect.closeTo(0.25);
    expect(compareRankings(pairs, 1)).toEqual({
      difference,
      low: difference,
      high: difference,
      purchases: 40,
      customers: 1,
    });
  });

  it('gives the same interval for the same seed', () => {
    const pairs = Array.from({ length: 30 }, (_, index) => pair(index, (index % 3) / 2, (index % 4) / 3));
    expect(compareRankings(pairs, 5)).toEqual(compareRankings(pairs, 5));
  });

  it('compares nothing with a ranking that finds nothing', () => {
    expect(compareRankings([pair(1, 1, 0)], 1)).toBeNull();
    expect(compareRankings([], 1)).toBeNull();
  });
});
