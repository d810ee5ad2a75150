import type { RegressionTree } from '../ensemble/tree-ensemble.ts';

/** A tree under construction: node 0, the root, is a leaf until it is split. */
export class TreeNodes {
  readonly #feature = [-1];
  readonly #threshold = [0];
  readonly #left = [0];
  readonly #right = [0];
  readonly #value = [0];

  /** Turns a leaf into a split with two new leaves and returns their nodes. */
  split(node: number, feature: number, threshold: number): { left: number; right: number } {
    const left = this.#addLeaf();
    const right = this.#addLeaf();
    this.#feature[node] = feature;
    this.#threshold[node] = threshold;
    this.#left[node] = left;
    this.#right[node] = right;
    return { left, right };
  }

  setValue(leaf: number, value: number): void {
    this.#value[leaf] = value;
  }

  build(): RegressionTree {
    return {
      feature: Int32Array.from(this.#feature),
      threshold: Float32Array.from(this.#threshold),
      left: Int32Array.from(this.#left),
      right: Int32Array.from(this.#right),
      value: Float32Array.from(this.#value),
    };
  }

  #addLeaf(): number {
    this.#threshold.push(0);
    this.#left.push(0);
    this.#right.push(0);
    this.#value.push(0);
    return this.#feature.push(-1) - 1;
  }
}
