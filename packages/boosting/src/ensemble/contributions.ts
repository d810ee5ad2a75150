import type { RegressionTree, TreeEnsemble } from './tree-ensemble.ts';

/** The mean value of the background rows that reach each node, by tree; what contributions are measured from. */
export interface Background {
  readonly ensemble: TreeEnsemble;
  readonly nodeMeans: readonly Float64Array[];
  /** The mean score of the background rows. */
  readonly mean: number;
}

/**
 * Follows rows of a row-major matrix through the trees. A node that no row reaches has the mean of the nearest node above it
 * that rows reach. Throws a RangeError without rows.
 */
export function prepareBackground(ensemble: TreeEnsemble, features: Float32Array, rowCount: number): Background {
  if (rowCount < 1) throw new RangeError('contributions need at least one row to be compared with');
  const nodeMeans = ensemble.trees.map((tree) => meansOf(tree, features, ensemble.featureCount, rowCount));
  const mean = nodeMeans.reduce((sum, means) => sum + (means[0] as number), ensemble.baseScore);
  return { ensemble, nodeMeans, mean };
}

/**
 * What each group of features adds to the score of one row: on the path through each tree, the group of the feature that
 * splits a node gets the change of the mean. They sum to the score minus the mean score of the background.
 * `groupOf` has the number of the group of each feature; `row` begins at `offset` of the matrix.
 */
export function contributionsOf(
  { ensemble, nodeMeans }: Background,
  groupOf: Int32Array,
  features: Float32Array,
  offset = 0,
): Float64Array {
  const contributions = new Float64Array(groupOf.reduce((most, group) => Math.max(most, group + 1), 0));
  for (const [index, tree] of ensemble.trees.entries()) {
    const means = nodeMeans[index] as Float64Array;
    let node = 0;
    for (let feature = tree.feature[0] as number; feature >= 0; feature = tree.feature[node] as number) {
      const next = childOf(tree, node, feature, features, offset);
      // At a leaf, the value itself, so that no row is left with a rest.
      const reached = tree.feature[next] === -1 ? (tree.value[next] as number) : (means[next] as number);
      const group = groupOf[feature] as number;
      contributions[group] = (contributions[group] as number) + reached - (means[node] as number);
      node = next;
    }
  }
  return contributions;
}

function childOf(tree: RegressionTree, node: number, feature: number, features: Float32Array, offset: number): number {
  const goesLeft = (features[offset + feature] as number) <= (tree.threshold[node] as number);
  return (goesLeft ? tree.left[node] : tree.right[node]) as number;
}

function meansOf(tree: RegressionTree, features: Float32Array, featureCount: number, rowCount: number): Float64Array {
  const nodeCount = tree.feature.length;
  const counts = new Float64Array(nodeCount);
  const means = new Float64Array(nodeCount);
  for (let row = 0; row < rowCount; row += 1) {
    let node = 0;
    for (let feature = tree.feature[0] as number; feature >= 0; feature = tree.feature[node] as number) {
      node = childOf(tree, node, feature, features, row * featureCount);
    }
    counts[node] = (counts[node] as number) + 1;
  }
  sumUp(tree, 0, counts, means);
  spreadDown(tree, 0, counts, means);
  return means;
}

/** Counts and means of a node from those of its children. */
function sumUp(tree: RegressionTree, node: number, counts: Float64Array, means: Float64Array): void {
  if (tree.feature[node] === -1) {
    means[node] = tree.value[node] as number;
    return;
  }
  const [left, right] = [tree.left[node] as number, tree.right[node] as number];
  sumUp(tree, left, counts, means);
  sumUp(tree, right, counts, means);
  const [ofLeft, ofRight] = [counts[left] as number, counts[right] as number];
  counts[node] = ofLeft + ofRight;
  if (counts[node] === 0) return;
  means[node] = (ofLeft * (means[left] as number) + ofRight * (means[right] as number)) / (ofLeft + ofRight);
}

function spreadDown(tree: RegressionTree, node: number, counts: Float64Array, means: Float64Array): void {
  if (tree.feature[node] === -1) return;
  for (const child of [tree.left[node] as number, tree.right[node] as number]) {
    if (counts[child] === 0) means[child] = means[node] as number;
    spreadDown(tree, child, counts, means);
  }
}
