import fc from 'fast-check';
import { createRandom, sampleShare } from './sampling.ts';

describe('sampleShare', () => {
  it('takes that share of the values, at least one, in their order, without duplicates', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.nat(1000), { minLength: 1, maxLength: 50 }),
        fc.double({ min: 0.01, max: 1, noNaN: true }),
        fc.nat(),
        (values, share, seed) => {
          const sample = [...sampleShare(Int32Array.from(values), share, createRandom(seed))];
          expect(sample).toHaveLength(Math.max(1, Math.round(values.length * share)));
          expect(sample).toEqual(values.filter((value) => sample.includes(value)));
        },
      ),
    );
  });

  it('takes every value about equally often', () => {
    const random = createRandom(1);
    const taken = [0, 0, 0, 0, 0];
    for (let round = 0; round < 5000; round += 1) {
      for (const value of sampleShare(Int32Array.of(0, 1, 2, 3, 4), 0.4, random))
        taken[value] = (taken[value] ?? 0) + 1;
    }
    for (const count of taken) expect(Math.abs(count - 2000)).toBeLessThan(150);
  });

  it('returns an empty sample of no values', () => {
    expect(sampleShare(new Int32Array(0), 0.5, createRandom(1))).toHaveLength(0);
  });
});
