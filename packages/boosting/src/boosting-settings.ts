export interface BoostingSettings {
  readonly objective: 'lambdarank' | 'logistic';
  /** The maximum number of trees. */
  readonly trees: number;
  /** The maximum number of leaves of each tree. */
  readonly leaves: number;
  readonly learningRate: number;
  readonly minRowsInLeaf: number;
  readonly l2: number;
  /** Share of the features that each tree may use, above 0 up to 1. */
  readonly featureFraction: number;
  /** Share of the queries that each tree learns from, above 0 up to 1. */
  readonly queryFraction: number;
  /** Bins of a feature, 2 to 255. */
  readonly maxBins: number;
  readonly seed: number;
}
