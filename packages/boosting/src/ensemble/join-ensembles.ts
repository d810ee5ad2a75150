import { leafTree, type RegressionTree, type TreeEnsemble } from './tree-ensemble.ts';

/** An ensemble whose scores are the weighted sums of the scores of others. */
export function weightedSum(parts: readonly { ensemble: TreeEnsemble; weight: number }[]): TreeEnsemble {
  return {
    featureCount: parts[0]?.ensemble.featureCount ?? 0,
    baseScore: parts.reduce((sum, { ensemble, weight }) => sum + weight * ensemble.baseScore, 0),
    trees: parts.flatMap(({ ensemble, weight }) =>
      ensemble.trees.map((tree) => ({ ...tree, value: tree.value.map((value) => value * weight) })),
    ),
  };
}

/** Each tree tests this split first: `atMost` scores the rows whose feature is at most the threshold, `above` all others. */
export function splitEnsemble(
  { feature, threshold }: { feature: number; threshold: number },
  { atMost, above }: { atMost: TreeEnsemble; above: TreeEnsemble },
): TreeEnsemble {
  const [left, right] = [atMost, above].map(({ baseScore, trees }) => [leafTree(baseScore), ...trees]) as [
    RegressionTree[],
    RegressionTree[],
  ];
  const trees = Array.from({ length: Math.max(left.length, right.length) }, (_, index) =>
    splitTree(feature, threshold, left[index] ?? leafTree(0), right[index] ?? leafTree(0)),
  );
  return { featureCount: atMost.featureCount, baseScore: 0, trees };
}

function splitTree(feature: number, threshold: number, left: RegressionTree, right: RegressionTree): RegressionTree {
  const toLeft = 1;
  const toRight = 1 + left.feature.length;
  const moved = (column: 'left' | 'right') => [
    ...left[column].map((node, index) => (left.feature[index] === -1 ? 0 : node + toLeft)),
    ...right[column].map((node, index) => (right.feature[index] === -1 ? 0 : node + toRight)),
  ];
  return {
    feature: Int32Array.of(feature, ...left.feature, ...right.feature),
    threshold: Float32Array.of(threshold, ...left.threshold, ...right.threshold),
    left: Int32Array.of(toLeft, ...moved('left')),
    right: Int32Array.of(toRight, ...moved('right')),
    value: Float32Array.of(0, ...left.value, ...right.value),
  };
}
