import type { RegressionTree } from './tree-ensemble.ts';

/**
 * A tree of one feature. A row whose feature is at most `thresholds[0]` gets `values[0]`, and so on; above the last threshold it
 * gets the last value. Thresholds ascend; there is one value more.
 */
export function stepTree(feature: number, thresholds: readonly number[], values: readonly number[]): RegressionTree {
  const nodes: { feature: number; threshold: number; left: number; right: number; value: number }[] = [];
  /** Adds the node of `values[first]` to `values[last]` with all below it, and returns its number. */
  const add = (first: number, last: number): number => {
    const number = nodes.length;
    const leaf = { feature: -1, threshold: 0, left: 0, right: 0, value: values[first] as number };
    nodes.push(leaf);
    if (first < last) {
      const middle = (first + last) >> 1;
      const threshold = thresholds[middle] as number;
      nodes[number] = { feature, threshold, left: add(first, middle), right: add(middle + 1, last), value: 0 };
    }
    return number;
  };
  add(0, values.length - 1);
  return {
    feature: Int32Array.from(nodes, (node) => node.feature),
    threshold: Float32Array.from(nodes, (node) => node.threshold),
    left: Int32Array.from(nodes, (node) => node.left),
    right: Int32Array.from(nodes, (node) => node.right),
    value: Float32Array.from(nodes, (node) => node.value),
  };
}
