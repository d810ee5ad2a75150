/**
 * A regression tree in parallel arrays, node 0 the root. A row goes left when its feature is at most the threshold,
 * compared in single precision, as ONNX Runtime does.
 */
export interface RegressionTree {
  /** Index of the feature that splits the node; -1 for a leaf. */
  readonly feature: Int32Array;
  readonly threshold: Float32Array;
  readonly left: Int32Array;
  readonly right: Int32Array;
  /** The value of a leaf; already multiplied by the learning rate. */
  readonly value: Float32Array;
}

/** A tree that gives every row the same value. */
export function leafTree(value: number): RegressionTree {
  return {
    feature: Int32Array.of(-1),
    threshold: new Float32Array(1),
    left: new Int32Array(1),
    right: new Int32Array(1),
    value: Float32Array.of(value),
  };
}

/** A row's raw score is the base score plus the sum of its leaves' values. */
export interface TreeEnsemble {
  readonly featureCount: number;
  readonly baseScore: number;
  readonly trees: readonly RegressionTree[];
}
