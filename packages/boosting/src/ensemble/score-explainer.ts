import type { RegressionTree, TreeEnsemble } from './tree-ensemble.ts';

/** Numbers of rows of a row-major matrix. */
export interface ExplainedRows {
  /** The rows whose scores are explained. */
  readonly rows: readonly number[];
  /** The rows that they are compared with, at least one. */
  readonly background: readonly number[];
}

/**
 * Splits the scores of an ensemble among groups of features. All trees are in one set of arrays, and the memory for the means is used
 * again: both save most of the time.
 */
export class ScoreExplainer {
  readonly #featureCount: number;
  /** The first node of each tree. */
  readonly #roots: Int32Array;
  /** -1 for a leaf. */
  readonly #feature: Int32Array;
  readonly #threshold: Float32Array;
  /** Nodes of all trees, each greater than its parent. */
  readonly #left: Int32Array;
  readonly #right: Int32Array;
  readonly #value: Float32Array;
  /** 1 for a tree whose nodes left of its first split come before those right of it. */
  readonly #isParted: Uint8Array;
  /** The number of background rows that reach a node, and the sum of their values in its tree. */
  readonly #counts: Int32Array;
  readonly #sums: Float64Array;

  constructor({ featureCount, trees }: TreeEnsemble) {
    const nodes = trees.reduce((sum, { feature }) => sum + feature.length, 0);
    this.#featureCount = featureCount;
    this.#roots = new Int32Array(trees.length);
    this.#feature = new Int32Array(nodes);
    this.#threshold = new Float32Array(nodes);
    this.#left = new Int32Array(nodes);
    this.#right = new Int32Array(nodes);
    this.#value = new Float32Array(nodes);
    this.#isParted = Uint8Array.from(trees, (tree) => Number(isParted(tree)));
    this.#counts = new Int32Array(nodes);
    this.#sums = new Float64Array(nodes);
    let root = 0;
    for (const [tree, { feature, threshold, left, right, value }] of trees.entries()) {
      this.#roots[tree] = root;
      this.#feature.set(feature, root);
      this.#threshold.set(threshold, root);
      this.#left.set(
        left.map((node) => root + node),
        root,
      );
      this.#right.set(
        right.map((node) => root + node),
        root,
      );
      this.#value.set(value, root);
      root += feature.length;
    }
  }

  /**
   * What each group adds to the score of each row, compared with the background: on the path of the row through each tree, the group of
   * the feature that splits a node gets the change of the mean value of the background rows. Contributions of a row sum to its score minus
   * the mean score of the background. `groupOf` has the number of the group of each feature; a group below 0 is not reported. A node
   * that no background row reaches has the mean of the nearest node above it that one reaches.
   */
  contributionsOf(groupOf: Int32Array, features: Float32Array, { rows, background }: ExplainedRows): Float64Array[] {
    if (background.length === 0) throw new RangeError('contributions need at least one row to be compared with');
    this.#measure(features, { rows, background });
    const groups = groupOf.reduce((most, group) => Math.max(most, group + 1), 0);
    return rows.map((row) => {
      const contributions = new Float64Array(groups);
      this.#addPaths(groupOf, features, row * this.#featureCount, contributions);
      return contributions;
    });
  }

  #measure(features: Float32Array, { rows, background }: ExplainedRows): void {
    const all = [...background, ...rows];
    for (let tree = 0; tree < this.#roots.length; tree += 1) {
      const root = this.#roots[tree] as number;
      const [from, to] = this.#reached(tree, features, all);
      this.#counts.fill(0, from, to);
      this.#countLeaves(root, features, background);
      this.#sumUp(from, to);
      if (from === root) continue;
      this.#counts[root] = this.#counts[from] as number;
      this.#sums[root] = this.#sums[from] as number;
    }
  }

  /**
   * The nodes that a row can reach, besides the root: from the first number to before the second. All rows of a request are on one side of
   * the first split of two joined ensembles, so half of the nodes need no work.
   */
  #reached(tree: number, features: Float32Array, rows: readonly number[]): [from: number, to: number] {
    const root = this.#roots[tree] as number;
    const end = this.#roots[tree + 1] ?? this.#feature.length;
    const split = this.#feature[root] as number;
    if (split === -1 || this.#isParted[tree] === 0) return [root, end];
    const threshold = this.#threshold[root] as number;
    const goesLeft = (row: number) => (features[row * this.#featureCount + split] as number) <= threshold;
    const isLeft = goesLeft(rows[0] as number);
    if (rows.some((row) => goesLeft(row) !== isLeft)) return [root, end];
    const right = this.#right[root] as number;
    return isLeft ? [root + 1, right] : [right, end];
  }

  /** Counts and sums of these nodes, from those of their children. */
  #sumUp(from: number, to: number): void {
    const [counts, sums, value] = [this.#counts, this.#sums, this.#value];
    const [feature, left, right] = [this.#feature, this.#left, this.#right];
    for (let node = to - 1; node >= from; node -= 1) {
      if (feature[node] === -1) {
        sums[node] = (counts[node] as number) * (value[node] as number);
      } else {
        const toLeft = left[node] as number;
        const toRight = right[node] as number;
        counts[node] = (counts[toLeft] as number) + (counts[toRight] as number);
        sums[node] = (sums[toLeft] as number) + (sums[toRight] as number);
      }
    }
  }

  #countLeaves(root: number, features: Float32Array, rows: readonly number[]): void {
    const [counts, feature, threshold] = [this.#counts, this.#feature, this.#threshold];
    const [left, right] = [this.#left, this.#right];
    for (let index = 0; index < rows.length; index += 1) {
      const offset = (rows[index] as number) * this.#featureCount;
      let node = root;
      for (let split = feature[node] as number; split >= 0; split = feature[node] as number) {
        const goesLeft = (features[offset + split] as number) <= (threshold[node] as number);
        node = (goesLeft ? left[node] : right[node]) as number;
      }
      counts[node] = (counts[node] as number) + 1;
    }
  }

  #addPaths(groupOf: Int32Array, features: Float32Array, offset: number, contributions: Float64Array): void {
    const [counts, sums, value] = [this.#counts, this.#sums, this.#value];
    const [feature, threshold, left, right] = [this.#feature, this.#threshold, this.#left, this.#right];
    for (const root of this.#roots) {
      let node = root;
      let mean = (sums[node] as number) / (counts[node] as number);
      for (let split = feature[node] as number; split >= 0; split = feature[node] as number) {
        const goesLeft = (features[offset + split] as number) <= (threshold[node] as number);
        node = (goesLeft ? left[node] : right[node]) as number;
        const count = counts[node] as number;
        // A leaf has its own value, so that the contributions of a row sum exactly to its score difference.
        const reached =
          feature[node] === -1 ? (value[node] as number) : count === 0 ? mean : (sums[node] as number) / count;
        const group = groupOf[split] as number;
        if (group >= 0) contributions[group] = (contributions[group] as number) + reached - mean;
        mean = reached;
      }
    }
  }
}

function isParted({ feature, left, right }: RegressionTree): boolean {
  const middle = right[0] as number;
  if (feature[0] === -1 || left[0] !== 1) return false;
  for (let node = 1; node < middle; node += 1) {
    if (feature[node] !== -1 && Math.max(left[node] as number, right[node] as number) >= middle) return false;
  }
  return true;
}
