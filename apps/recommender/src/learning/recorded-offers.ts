/** Offers of one recommendation that the customer heard, in their order. */
export interface RecordedOffers {
  /** The day of the recommendation: days since 1970-01-01. */
  readonly day: number;
  /** Row-major, with the features of the current registry. */
  readonly features: Float32Array;
  readonly bought: readonly boolean[];
  /** The probability with which each offer got its place. */
  readonly propensities: readonly number[];
}
