import fc from 'fast-check';
import { explorationWidth, lastOffer } from './exploration.ts';

const others = fc.uniqueArray(fc.integer({ min: 1, max: 99 }), { maxLength: 40 });
const rates = fc.double({ min: 0.001, max: 1, noNaN: true });
const steps = 2_000;
/** Evenly from 0 to below 1. */
const draws = Array.from({ length: steps }, (_, step) => (step + 0.5) / steps);

test('each row gets the place as often as its propensity says', () => {
  fc.assert(
    fc.property(others, rates, (rows, rate) => {
      const timesByRow = new Map<number, number>();
      const propensities = new Set<string>();
      for (const draw of draws) {
        const { row, propensity } = lastOffer(0, rows, { rate, draw });
        timesByRow.set(row, (timesByRow.get(row) ?? 0) + 1);
        propensities.add(JSON.stringify({ row, propensity }));
      }
      expect(propensities.size).toBe(timesByRow.size);
      for (const text of propensities) {
        const { row, propensity } = JSON.parse(text) as { row: number; propensity: number };
        expect([0, ...rows.slice(0, explorationWidth)]).toContain(row);
        expect(Math.abs((timesByRow.get(row) ?? 0) / steps - propensity)).toBeLessThanOrEqual(2 / steps);
      }
    }),
    { numRuns: 30 },
  );
});

test('the best row always gets the place when there is no other row', () => {
  expect(lastOffer(7, [], { rate: 0.2, draw: 0.1 })).toEqual({ row: 7, propensity: 1 });
});
