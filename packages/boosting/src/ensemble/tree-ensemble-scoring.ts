import type { RegressionTree, TreeEnsemble } from './tree-ensemble.ts';

/** Index of the leaf of the row that begins at `offset`. */
function findLeaf(tree: RegressionTree, features: Float32Array, offset: number): number {
  const { feature, threshold, left, right } = tree;
  let node = 0;
  let split = feature[0] as number;
  while (split >= 0) {
    const goesLeft = (features[offset + split] as number) <= (threshold[node] as number);
    node = (goesLeft ? left[node] : right[node]) as number;
    split = feature[node] as number;
  }
  return node;
}

/** Adds one tree's leaf values to the sums of `sums.length` rows, in single precision like ONNX Runtime. */
function addTree(tree: RegressionTree, features: Float32Array, featureCount: number, sums: Float32Array): void {
  for (let row = 0; row < sums.length; row += 1) {
    const leaf = findLeaf(tree, features, row * featureCount);
    sums[row] = (sums[row] as number) + (tree.value[leaf] as number);
  }
}

/** Raw scores of `rowCount` rows of a row-major matrix; agrees with the exported model to 1e-4. */
export function scoreRows(ensemble: TreeEnsemble, features: Float32Array, rowCount: number): Float32Array {
  const { featureCount, baseScore, trees } = ensemble;
  if (features.length < rowCount * featureCount) {
    throw new RangeError(`${rowCount} rows need ${rowCount * featureCount} feature values, not ${features.length}`);
  }
  const scores = new Float32Array(rowCount);
  for (const tree of trees) addTree(tree, features, featureCount, scores);
  // ONNX Runtime adds the base score last. The order affects the last bit.
  const base = Math.fround(baseScore);
  for (let row = 0; row < rowCount; row += 1) scores[row] = (scores[row] as number) + base;
  return scores;
}
