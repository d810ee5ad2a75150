import fc from 'fast-check';
import { ensembleArbitrary, rowArbitrary, value } from '../../test/support/ensembles.ts';
import { splitEnsemble, weightedSum } from './join-ensembles.ts';
import type { TreeEnsemble } from './tree-ensemble.ts';
import { scoreRows } from './tree-scorer.ts';

const scoreOf = (ensemble: TreeEnsemble, row: Float32Array) => scoreRows(ensemble, row, 1)[0] as number;

it('a split scores each row as the ensemble of its side does', () => {
  fc.assert(
    fc.property(ensembleArbitrary, ensembleArbitrary, rowArbitrary, value, (atMost, above, row, threshold) => {
      const joined = splitEnsemble({ feature: 1, threshold }, { atMost, above });
      const side = (row[1] as number) <= Math.fround(threshold) ? atMost : above;
      expect(scoreOf(joined, row)).toBeCloseTo(scoreOf(side, row), 3);
    }),
  );
});

it('a sum is the weighted sum of the scores', () => {
  const part = fc.record({ ensemble: ensembleArbitrary, weight: fc.float({ min: 0, max: 4, noNaN: true }) });
  fc.assert(
    fc.property(fc.array(part, { minLength: 1, maxLength: 3 }), rowArbitrary, (parts, row) => {
      const expected = parts.reduce((sum, { ensemble, weight }) => sum + weight * scoreOf(ensemble, row), 0);
      expect(scoreOf(weightedSum(parts), row)).toBeCloseTo(expected, 2);
    }),
  );
});
