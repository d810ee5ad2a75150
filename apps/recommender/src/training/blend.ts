import type { TreeEnsemble } from './tree-ensemble.ts';
import { scoreRows } from './tree-ensemble-scoring.ts';

/** One ensemble whose scores are those of both, with equal say: the second is scaled to the spread of the first on these rows. */
export function blend(
  first: TreeEnsemble,
  second: TreeEnsemble,
  features: Float32Array,
  rowCount: number,
): TreeEnsemble {
  const spread = spreadOf(scoreRows(second, features, rowCount));
  const scale = spread === 0 ? 0 : spreadOf(scoreRows(first, features, rowCount)) / spread;
  return {
    featureCount: first.featureCount,
    baseScore: first.baseScore + scale * second.baseScore,
    trees: [
      ...first.trees,
      ...second.trees.map((tree) => ({ ...tree, value: tree.value.map((value) => value * scale) })),
    ],
  };
}

function spreadOf(scores: Float32Array): number {
  const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length;
  return Math.sqrt(scores.reduce((sum, score) => sum + (score - mean) ** 2, 0) / scores.length);
}
