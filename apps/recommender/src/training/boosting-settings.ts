export interface BoostingSettings {
  readonly objective: 'lambdarank' | 'logistic';
  /** Trees at most. */
  readonly trees: number;
  /** Leaves at most, of each tree. */
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
  /** Rounds without a better validation score after which training ends; null: never. */
  readonly earlyStoppingRounds: number | null;
  /** Gain that a split must exceed; 0 when absent. */
  readonly minGain?: number;
}
