/** Offers of one recommendation that the customer heard, in their order. */
export interface RecordedOffers {
  /** Row-major, with the features of the current registry. */
  readonly features: Float32Array;
  readonly bought: readonly boolean[];
}
