import fc from 'fast-check';
import type { TreeEnsemble } from '../../src/ensemble/tree-ensemble.ts';
import { TreeNodes } from '../../src/growth/tree-nodes.ts';

export const featureCount = 3;
export const value = fc.float({ min: -8, max: 8, noNaN: true });

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

export const ensembleArbitrary: fc.Arbitrary<TreeEnsemble> = fc.record({
  featureCount: fc.constant(featureCount),
  baseScore: value,
  trees: fc.array(treeArbitrary, { maxLength: 4 }),
});
export const rowArbitrary = fc
  .array(value, { minLength: featureCount, maxLength: featureCount })
  .map((row) => Float32Array.from(row));
