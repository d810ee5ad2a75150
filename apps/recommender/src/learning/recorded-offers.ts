/** The offers of one recommendation that the customer heard: those up to the last one with an outcome, in their order. */
export interface RecordedOffers {
  /** Equal for recommendations to one customer; a caller without a number is a customer of their own. */
  readonly customer: string;
  /** Row-major, with the features of the current registry. */
  readonly features: Float32Array;
  /** What is heard and not bought, or returned, is not accepted. */
  readonly bought: readonly boolean[];
  /** How many of them were sold or declined. */
  readonly outcomes: number;
}
