import type { RegressionTree, TreeEnsemble } from './tree-ensemble.ts';

/** The trees of an ensemble in one set of arrays. Each subtree is contiguous: its root, what is on the left, what is on the right. */
interface Nodes {
  readonly featureCount: number;
  /** The first node of each tree. */
  readonly roots: Int32Array;
  /** The feature that splits a node; -1 for a leaf. */
  readonly feature: Int32Array;
  /** The threshold of a split, or the value of a leaf. */
  readonly thresholdOrValue: Float32Array;
  /** The right child. The left child is the next node. */
  readonly right: Int32Array;
}

/** Splits the scores of an ensemble among groups of features. */
export class ScoreExplainer {
  readonly #nodes: Nodes;
  /** The means before any row is counted: NaN for splits, and its value for a leaf. */
  readonly #unreached: Float32Array;
  /** By node, of the background rows that reach it: their number and the sum of their values. Reused, which saves most of the time. */
  readonly #counts: Int32Array;
  readonly #sums: Float64Array;

  constructor({ featureCount, trees }: TreeEnsemble) {
    const size = trees.reduce((sum, { feature }) => sum + feature.length, 0);
    this.#nodes = {
      featureCount,
      roots: new Int32Array(trees.length),
      feature: new Int32Array(size),
      thresholdOrValue: new Float32Array(size),
      right: new Int32Array(size),
    };
    this.#counts = new Int32Array(size);
    this.#sums = new Float64Array(size);
    let next = 0;
    for (const [index, tree] of trees.entries()) {
      this.#nodes.roots[index] = next;
      next = copySubtree(this.#nodes, tree, 0, next);
    }
    this.#unreached = this.#nodes.thresholdOrValue.map((value, node) =>
      this.#nodes.feature[node] === -1 ? value : Number.NaN,
    );
  }

  /** Compares scores with the mean score of the background: these rows of a row-major matrix, at least one. */
  compareWith(features: Float32Array, background: readonly number[]): ScoreComparison {
    if (background.length === 0) throw new RangeError('contributions need at least one row to be compared with');
    const { roots } = this.#nodes;
    const means = this.#unreached.slice();
    for (let tree = 0; tree < roots.length; tree += 1) {
      const [from, to] = this.#reached(tree, features, background);
      this.#counts.fill(0, from, to);
      this.#countLeaves(roots[tree] as number, features, background);
      this.#setMeans(from, to, means);
      means[roots[tree] as number] = means[from] as number;
    }
    return new ScoreComparison(this.#nodes, features, means);
  }

  /**
   * The nodes that these rows can reach, besides the root: from the first number to before the second. All rows of a request are on one
   * side of the first split of two joined ensembles, so half of the nodes need no work.
   */
  #reached(tree: number, features: Float32Array, rows: readonly number[]): [from: number, to: number] {
    const { roots, feature, thresholdOrValue, right, featureCount } = this.#nodes;
    const root = roots[tree] as number;
    const end = roots[tree + 1] ?? feature.length;
    const split = feature[root] as number;
    if (split === -1) return [root, end];
    let toLeft = 0;
    for (let index = 0; index < rows.length; index += 1) {
      if ((features[(rows[index] as number) * featureCount + split] as number) <= (thresholdOrValue[root] as number))
        toLeft += 1;
    }
    if (toLeft === rows.length) return [root + 1, right[root] as number];
    return toLeft === 0 ? [right[root] as number, end] : [root, end];
  }

  // The walk is written out here and in `contributionsOf`: as a function that both call, comparisons took 15 % longer.
  #countLeaves(root: number, features: Float32Array, rows: readonly number[]): void {
    const { feature, thresholdOrValue, right, featureCount } = this.#nodes;
    const counts = this.#counts;
    for (let index = 0; index < rows.length; index += 1) {
      const offset = (rows[index] as number) * featureCount;
      let node = root;
      for (let split = feature[node] as number; split >= 0; split = feature[node] as number) {
        node =
          (features[offset + split] as number) <= (thresholdOrValue[node] as number)
            ? node + 1
            : (right[node] as number);
      }
      counts[node] = (counts[node] as number) + 1;
    }
  }

  /** From the last node to the first, because children come after their parents. */
  #setMeans(from: number, to: number, means: Float32Array): void {
    const { feature, thresholdOrValue, right } = this.#nodes;
    const [counts, sums] = [this.#counts, this.#sums];
    for (let node = to - 1; node >= from; node -= 1) {
      if (feature[node] === -1) {
        // A leaf always has its own value, so that the contributions of a row sum to its score difference.
        means[node] = thresholdOrValue[node] as number;
        sums[node] = (counts[node] as number) * (thresholdOrValue[node] as number);
        continue;
      }
      const [left, other] = [node + 1, right[node] as number];
      const count = (counts[left] as number) + (counts[other] as number);
      const sum = (sums[left] as number) + (sums[other] as number);
      counts[node] = count;
      sums[node] = sum;
      means[node] = count === 0 ? Number.NaN : sum / count;
    }
  }
}

/** The scores of some rows of a matrix, compared with the mean score of others. */
export class ScoreComparison {
  readonly #nodes: Nodes;
  readonly #features: Float32Array;
  /** By node: the mean value of the background rows that reach it; NaN when none does. */
  readonly #means: Float32Array;

  constructor(nodes: Nodes, features: Float32Array, means: Float32Array) {
    this.#nodes = nodes;
    this.#features = features;
    this.#means = means;
  }

  /**
   * What each group adds to the score of a row, compared with the background: on the path of the row through each tree, the group of the
   * feature that splits a node gets the change of the mean value of the background rows. The contributions sum to the score minus the
   * mean score of the background. `groupOf` has the number of the group of each feature; a group below 0 is not reported. A node that no
   * background row reaches has the mean of the nearest node above it that one reaches.
   */
  contributionsOf(groupOf: Int32Array, row: number): Float64Array {
    const { roots, feature, thresholdOrValue, right, featureCount } = this.#nodes;
    const [features, means] = [this.#features, this.#means];
    const contributions = new Float64Array(groupOf.reduce((most, group) => Math.max(most, group + 1), 0));
    const offset = row * featureCount;
    for (let tree = 0; tree < roots.length; tree += 1) {
      let node = roots[tree] as number;
      let mean = means[node] as number;
      for (let split = feature[node] as number; split >= 0; split = feature[node] as number) {
        node =
          (features[offset + split] as number) <= (thresholdOrValue[node] as number)
            ? node + 1
            : (right[node] as number);
        const reached = means[node] as number;
        // Not reached by the background.
        if (Number.isNaN(reached)) continue;
        const group = groupOf[split] as number;
        if (group >= 0) contributions[group] = (contributions[group] as number) + reached - mean;
        mean = reached;
      }
    }
    return contributions;
  }
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
