export interface Offer {
  /** Catalogue index. */
  readonly item: number;
  /** 1 is the first. */
  readonly rank: number;
  /** Offers of one article type are alternatives and share a slot, from 1. */
  readonly slot: number;
  /** The model's log-odds; without a model the first-stage score. */
  readonly score: number;
  /** Few trees of the model gave the score. */
  readonly isEstimate: boolean;
  /** Probability that this customer accepts the offer, if they hear it. Null until there are enough outcomes. */
  readonly purchaseProbability: number | null;
  readonly reasons: readonly string[];
  /** Names of the merchandising rules that pinned or boosted it. */
  readonly rules: readonly string[];
  /** The probability with which exploration gave it its place; null where exploration could not change the place. */
  readonly propensity: number | null;
  readonly features: Float32Array;
}
