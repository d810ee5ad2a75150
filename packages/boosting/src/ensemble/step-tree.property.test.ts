import fc from 'fast-check';
import { stepTree } from './step-tree.ts';
import { scoreRows } from './tree-scorer.ts';

const steps = fc
  .uniqueArray(fc.integer({ min: -50, max: 50 }), { maxLength: 12 })
  .map((thresholds) => thresholds.sort((one, other) => one - other));

test('a row gets the value of the first threshold that it does not exceed, else the last value', () => {
  fc.assert(
    fc.property(steps, fc.integer({ min: -60, max: 60 }), (thresholds, feature) => {
      const values = Array.from({ length: thresholds.length + 1 }, (_, at) => at * 3 + 1);
      const ensemble = { featureCount: 2, baseScore: 0, trees: [stepTree(1, thresholds, values)] };
      const at = thresholds.findIndex((threshold) => feature <= threshold);
      const expected = values.at(at) as number;
      expect(scoreRows(ensemble, Float32Array.of(7, feature), 1)).toEqual(Float32Array.of(expected));
    }),
  );
});
