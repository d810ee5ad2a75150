/** Feature vectors of candidates, one row each. */
export interface FeatureMatrix {
  /** Row-major. */
  readonly values: Float32Array;
  readonly rowCount: number;
}

/** Raw scores, one for each row. Rejects when the model fails or exceeds its time budget. */
export type Score = (features: FeatureMatrix) => Promise<Float32Array>;
