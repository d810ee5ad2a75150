import fc from 'fast-check';
import { rankItems } from './ranked-items.ts';

it('the ranking is the start of all items with a score, sorted by score and buyers', () => {
  const values = fc.array(fc.tuple(fc.integer({ min: -2, max: 5 }), fc.integer({ min: 0, max: 3 })), { maxLength: 60 });
  fc.assert(
    fc.property(values, fc.integer({ min: 1, max: 20 }), (pairs, count) => {
      const scores = Float64Array.from(pairs, ([score]) => score);
      const buyers = Float64Array.from(pairs, ([, buyer]) => buyer);
      const all = [...pairs.keys()].filter((item) => (scores[item] ?? 0) > 0);
      all.sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || (buyers[b] ?? 0) - (buyers[a] ?? 0) || a - b);
      expect([...rankItems(scores, buyers, count).items]).toEqual(all.slice(0, count));
    }),
  );
});
