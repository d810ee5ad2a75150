import fc from 'fast-check';
import { TreeNodes } from '../growth/tree-nodes.ts';
import { splitEnsemble, weightedSum } from './join-ensembles.ts';
import type { TreeEnsemble } from './tree-ensemble.ts';
import { scoreRows } from './tree-ensemble-scoring.ts';

const featureCount = 3;
const value = fc.float({ min: -8, max: 8, noNaN: true });

const treeArbitrary = fc
  .tuple(
    fc.array(fc.tuple(fc.nat(), fc.nat({ max: featureCount - 1 }), value), { maxLength: 4 }),
    fc.array(value, { minLength: 5, maxLength: 5 }),
  )
  .map(([splits, values]) => {
    const nodes = new TreeNodes();
    const leaves = [0];
    for (const [pick, feature, threshold] of splits) {
      const [leaf] = leaves.splice(pick % leaves.length, 1) as [number];
      const { left, right } = nodes.split(leaf, feature, threshold);
      leaves.push(left, right);
    }
    for (const [index, leaf] of leaves.entries()) nodes.setValue(leaf, values[index] as number);
    return nodes.build();
  });

const ensembleArbitrary: fc.Arbitrary<TreeEnsemble> = fc.record({
  featureCount: fc.constant(featureCount),
  baseScore: value,
  trees: fc.array(treeArbitrary, { maxLength: 4 }),
});
const rowArbitrary = fc
  .array(value, { minLength: featureCount, maxLength: featureCount })
  .map((row) => Float32Array.from(row));
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
