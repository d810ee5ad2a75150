import fc from 'fast-check';
import { ensembleArbitrary, featureCount, rowArbitrary } from '../../test/support/ensembles.ts';
import { contributionsOf, prepareBackground } from './contributions.ts';
import { scoreRows } from './tree-ensemble-scoring.ts';

const background = fc.array(rowArbitrary, { minLength: 1, maxLength: 12 });
const groups = fc
  .array(fc.nat({ max: 2 }), { minLength: featureCount, maxLength: featureCount })
  .map((of) => Int32Array.from(of));
const eachItsOwn = Int32Array.from({ length: featureCount }, (_, feature) => feature);
const joined = (rows: readonly Float32Array[]) => Float32Array.from(rows.flatMap((row) => [...row]));
const sumOf = (values: Iterable<number>) => [...values].reduce((sum, value) => sum + value, 0);

it('contributions sum to the score minus the mean score of the background', () => {
  fc.assert(
    fc.property(ensembleArbitrary, background, rowArbitrary, groups, (ensemble, rows, row, groupOf) => {
      const prepared = prepareBackground(ensemble, joined(rows), rows.length);
      expect(prepared.mean).toBeCloseTo(sumOf(scoreRows(ensemble, joined(rows), rows.length)) / rows.length, 4);
      const score = scoreRows(ensemble, row, 1)[0] as number;
      expect(sumOf(contributionsOf(prepared, groupOf, row))).toBeCloseTo(score - prepared.mean, 4);
    }),
  );
});

it('a group has the sum of the contributions of its features', () => {
  fc.assert(
    fc.property(ensembleArbitrary, background, rowArbitrary, groups, (ensemble, rows, row, groupOf) => {
      const prepared = prepareBackground(ensemble, joined(rows), rows.length);
      const single = contributionsOf(prepared, eachItsOwn, row);
      for (const [group, contribution] of contributionsOf(prepared, groupOf, row).entries()) {
        expect(contribution).toBeCloseTo(sumOf(single.filter((_, feature) => groupOf[feature] === group)), 9);
      }
    }),
  );
});

it('a feature that no tree tests contributes nothing, and reads the row at the offset', () => {
  fc.assert(
    fc.property(ensembleArbitrary, background, rowArbitrary, (ensemble, rows, row) => {
      const prepared = prepareBackground(ensemble, joined(rows), rows.length);
      const single = contributionsOf(prepared, eachItsOwn, row);
      for (const feature of eachItsOwn) {
        if (!ensemble.trees.some((tree) => tree.feature.includes(feature))) expect(single[feature]).toBe(0);
      }
      expect(contributionsOf(prepared, eachItsOwn, joined([...rows, row]), rows.length * featureCount)).toEqual(single);
    }),
  );
});

it('needs a background', () => {
  const ensemble = { featureCount, baseScore: 0, trees: [] };
  expect(() => prepareBackground(ensemble, new Float32Array(0), 0)).toThrow('at least one row');
});
