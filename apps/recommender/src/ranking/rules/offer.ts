export interface Offer {
  /** Catalogue index. */
  readonly item: number;
  /** 1 is the first. */
  readonly rank: number;
  /** Offers of one article type are alternatives and share a slot, from 1. */
  readonly slot: number;
  /** The model's raw score; without a model the first-stage score. */
  readonly score: number;
  /** Probability that this customer buys it on this day, if they order something. Null when the model has no calibration. */
  readonly purchaseProbability: number | null;
  readonly reasons: readonly string[];
  /** Names of the merchandising rules that pinned or boosted it. */
  readonly rules: readonly string[];
  /** The probability with which exploration gave it its place; null where exploration could not change the place. */
  readonly propensity: number | null;
  readonly features: Float32Array;
}
