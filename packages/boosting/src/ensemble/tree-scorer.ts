import type { RegressionTree, TreeEnsemble } from './tree-ensemble.ts';

/** The trees of an ensemble in one set of arrays. Each subtree is contiguous: its root, what is on the left, what is on the right. */
interface Nodes {
  readonly featureCount: number;
  readonly baseScore: number;
  /** The first node of each tree. */
  readonly roots: Int32Array;
  /** The feature that splits a node; -1 for a leaf. */
  readonly feature: Int32Array;
  /** The threshold of a split, or the value of a leaf. */
  readonly thresholdOrValue: Float32Array;
  /** The right child. The left child is the next node. */
  readonly right: Int32Array;
}

/** The trees that choose the rows which all trees score: those whose leaves differ most. */
const choosingTrees = 24;

export interface ScoreOptions {
  /** Rows that the scores are compared with. */
  readonly background?: readonly number[];
  /** Of more rows, only so many of the best and the background are scored by all trees. The scores of the others are estimates. */
  readonly mostExact?: number;
}

/** Scores rows with an ensemble, and splits the scores among groups of features. */
export class TreeScorer {
  readonly #nodes: Nodes;
  readonly #choosingRoots: Int32Array;

  constructor({ featureCount, baseScore, trees }: TreeEnsemble) {
    const size = trees.reduce((sum, { feature }) => sum + feature.length, 0);
    this.#nodes = {
      featureCount,
      baseScore: Math.fround(baseScore),
      roots: new Int32Array(trees.length),
      feature: new Int32Array(size),
      thresholdOrValue: new Float32Array(size),
      right: new Int32Array(size),
    };
    let next = 0;
    for (const [index, tree] of trees.entries()) {
      this.#nodes.roots[index] = next;
      next = copySubtree(this.#nodes, tree, 0, next);
    }
    const ranges = trees.map(rangeOf);
    this.#choosingRoots = this.#nodes.roots
      .map((_, tree) => tree)
      .sort((one, other) => (ranges[other] as number) - (ranges[one] as number) || one - other)
      .slice(0, choosingTrees)
      .map((tree) => this.#nodes.roots[tree] as number);
  }

  /** Raw scores of `rowCount` rows of a row-major matrix: those of ONNX Runtime for the exported model, bit by bit, unless they are estimates. */
  score(
    features: Float32Array,
    rowCount: number,
    { background = [], mostExact = rowCount }: ScoreOptions = {},
  ): ScoredRows {
    const { featureCount } = this.#nodes;
    if (features.length < rowCount * featureCount) {
      throw new RangeError(`${rowCount} rows need ${rowCount * featureCount} feature values, not ${features.length}`);
    }
    const all = new Int32Array(rowCount).map((_, row) => row);
    const rough = mostExact < rowCount ? this.#sum(this.#choosingRoots, features, all) : null;
    const exactRows = rough === null ? null : new Set([...best(rough, mostExact), ...background]);
    const rows = exactRows === null ? all : Int32Array.from(exactRows);
    const leavesOf = background.map((row) => rows.indexOf(row));
    const leaves = new Int32Array(background.length * this.#nodes.roots.length);
    const exact = this.#sum(this.#nodes.roots, features, rows, { places: leavesOf, leaves });
    return {
      scores: rough === null ? exact : withEstimates(rough, rows, exact),
      exactRows,
      comparison: background.length === 0 ? null : new ScoreComparison(this.#nodes, features, leaves),
    };
  }

  /** The scores of some rows by some trees. `kept` receives, by tree, the leaves of the rows at these places. */
  #sum(
    roots: Int32Array,
    features: Float32Array,
    rows: Int32Array,
    kept: { places: readonly number[]; leaves: Int32Array } | null = null,
  ): Float32Array {
    const { thresholdOrValue, baseScore } = this.#nodes;
    const scores = new Float32Array(rows.length);
    const leaves = new Int32Array(rows.length);
    // Tree by tree: the nodes of one stay in the processor's cache.
    for (let tree = 0, at = 0; tree < roots.length; tree += 1) {
      findLeaves(this.#nodes, roots[tree] as number, features, { rows, leaves });
      // In single precision, as ONNX Runtime adds.
      for (let row = 0; row < rows.length; row += 1) {
        scores[row] = (scores[row] as number) + (thresholdOrValue[leaves[row] as number] as number);
      }
      if (kept === null) continue;
      for (let index = 0; index < kept.places.length; index += 1, at += 1) {
        kept.leaves[at] = leaves[kept.places[index] as number] as number;
      }
    }
    // ONNX Runtime adds the base score last. The order affects the last bit.
    for (let row = 0; row < rows.length; row += 1) scores[row] = (scores[row] as number) + baseScore;
    return scores;
  }
}

function rangeOf({ feature, value }: RegressionTree): number {
  const values = value.filter((_, node) => feature[node] === -1);
  return Math.max(...values) - Math.min(...values);
}

/** The rows with the greatest scores. */
function best(scores: Float32Array, most: number): Int32Array {
  const rows = new Int32Array(scores.length).map((_, row) => row);
  return rows.sort((one, other) => (scores[other] as number) - (scores[one] as number) || one - other).slice(0, most);
}

/** The exact scores, and for the other rows the rough ones plus what the other trees add to the exact ones on average. */
function withEstimates(rough: Float32Array, rows: Int32Array, exact: Float32Array): Float32Array {
  const added = exact.reduce((sum, score, index) => sum + score - (rough[rows[index] as number] as number), 0);
  const scores = rough.map((score) => score + added / rows.length);
  for (let index = 0; index < rows.length; index += 1) scores[rows[index] as number] = exact[index] as number;
  return scores;
}

export interface ScoredRows {
  readonly scores: Float32Array;
  /** The scores of the other rows are estimates; null: no score is one. */
  readonly exactRows: ReadonlySet<number> | null;
  /** Null without a background. */
  readonly comparison: ScoreComparison | null;
}

/** Raw scores of `rowCount` rows of a row-major matrix. */
export function scoreRows(ensemble: TreeEnsemble, features: Float32Array, rowCount: number): Float32Array {
  return new TreeScorer(ensemble).score(features, rowCount).scores;
}

/** The scores of some rows of a matrix, compared with the mean score of others. */
export class ScoreComparison {
  readonly #nodes: Nodes;
  readonly #features: Float32Array;
  /** By tree, then by row of the background, in ascending order: the leaf that the row reaches. */
  readonly #leaves: Int32Array;
  readonly #background: number;
  /** By tree: the mean value of these leaves. */
  readonly #means: Float32Array;

  constructor(nodes: Nodes, features: Float32Array, leaves: Int32Array) {
    this.#nodes = nodes;
    this.#features = features;
    this.#leaves = leaves;
    this.#background = leaves.length / Math.max(1, nodes.roots.length);
    this.#means = new Float32Array(nodes.roots.length);
    for (let tree = 0; tree < this.#means.length; tree += 1) {
      const from = tree * this.#background;
      leaves.subarray(from, from + this.#background).sort();
      this.#means[tree] = meanOf(leaves, from, from + this.#background, nodes.thresholdOrValue);
    }
  }

  /**
   * What each group adds to the score of a row, compared with the background: on the path of the row through each tree, the group of the
   * feature that splits a node gets the change of the mean value of the background rows. The contributions sum to the score minus the
   * mean score of the background. `groupOf` has the number of the group of each feature; a group below 0 is not reported. A node that no
   * background row reaches has the mean of the nearest node above it that one reaches; a leaf has its value.
   */
  contributionsOf(groupOf: Int32Array, row: number): Float64Array {
    const { roots, feature, thresholdOrValue, right, featureCount } = this.#nodes;
    const contributions = new Float64Array(groupOf.reduce((most, group) => Math.max(most, group + 1), 0));
    const [features, leaves, background] = [this.#features, this.#leaves, this.#background];
    const offset = row * featureCount;
    for (let tree = 0; tree < roots.length; tree += 1) {
      let node = roots[tree] as number;
      // The leaves of the background rows that reach the node of the path: those of a subtree follow each other.
      let from = tree * background;
      let to = from + background;
      let mean = this.#means[tree] as number;
      for (let split = feature[node] as number; split >= 0; split = feature[node] as number) {
        const other = right[node] as number;
        const isLeft = (features[offset + split] as number) <= (thresholdOrValue[node] as number);
        node = isLeft ? node + 1 : other;
        const count = to - from;
        if (isLeft) while (to > from && (leaves[to - 1] as number) >= other) to -= 1;
        else while (to > from && (leaves[from] as number) < other) from += 1;
        // All go the same way: the mean stays the same.
        if (count > 0 && to - from === count) continue;
        const isLeaf = feature[node] === -1;
        if (to === from && !isLeaf) continue;
        const next = isLeaf ? (thresholdOrValue[node] as number) : meanOf(leaves, from, to, thresholdOrValue);
        const group = groupOf[split] as number;
        if (group >= 0) contributions[group] = (contributions[group] as number) + next - mean;
        mean = next;
      }
    }
    return contributions;
  }
}

/** The leaves of a tree that the rows of a matrix reach. A function of its own: inside a longer one it took 40 % more time. */
function findLeaves(
  { feature, thresholdOrValue, right, featureCount }: Nodes,
  root: number,
  features: Float32Array,
  { rows, leaves }: { rows: Int32Array; leaves: Int32Array },
): void {
  for (let index = 0; index < rows.length; index += 1) {
    const offset = (rows[index] as number) * featureCount;
    let node = root;
    for (let split = feature[node] as number; split >= 0; split = feature[node] as number) {
      node =
        (features[offset + split] as number) <= (thresholdOrValue[node] as number) ? node + 1 : (right[node] as number);
    }
    leaves[index] = node;
  }
}

/** The mean value of some leaves, in single precision. */
function meanOf(leaves: Int32Array, from: number, to: number, values: Float32Array): number {
  let sum = 0;
  for (let index = from; index < to; index += 1) sum += values[leaves[index] as number] as number;
  return Math.fround(sum / (to - from));
}

/** Copies a subtree of a tree to the nodes from `place` on. Returns the place after it. */
function copySubtree(nodes: Nodes, tree: RegressionTree, node: number, place: number): number {
  const feature = tree.feature[node] as number;
  const isLeaf = feature === -1;
  nodes.feature[place] = feature;
  nodes.thresholdOrValue[place] = (isLeaf ? tree.value[node] : tree.threshold[node]) as number;
  if (isLeaf) return place + 1;
  const right = copySubtree(nodes, tree, tree.left[node] as number, place + 1);
  nodes.right[place] = right;
  return copySubtree(nodes, tree, tree.right[node] as number, right);
}
