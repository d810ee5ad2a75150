/** A loss that trees can learn to lower. */
export interface Objective {
  /** The score of every row before the first tree, a float32. */
  readonly baseScore: number;
  /** The queries that there is something to learn from, ascending. */
  readonly queries: Int32Array;
  /** Writes the loss's first and second derivatives by each score of these queries' rows; leaves other rows alone. */
  differentiate(queries: Int32Array, scores: Float32Array, gradients: Float64Array, hessians: Float64Array): void;
}
