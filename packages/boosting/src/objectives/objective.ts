/** A loss that trees minimize. */
export interface Objective {
  /** The score of every row before the first tree, a float32. */
  readonly baseScore: number;
  /** The queries that have something to learn from, ascending. */
  readonly queries: Int32Array;
  /** Writes the loss's first and second derivatives by each score of these queries' rows; other rows are unchanged. */
  differentiate(queries: Int32Array, scores: Float32Array, gradients: Float64Array, hessians: Float64Array): void;
}
