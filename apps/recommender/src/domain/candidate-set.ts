import type { IsCaller } from './caller.ts';
import type { CustomerProfile } from './candidate-generation/customer-profile.ts';
import type { ExpectedCategories } from './candidate-generation/expected-categories.ts';
import type { Candidates } from './candidate-generation/generate-candidates.ts';
import type { HistoryLine } from './history.ts';
import type { ScoredNumbers } from './sparse-accumulator.ts';

export interface RequestContext {
  readonly history: readonly HistoryLine[];
  /** Catalogue indices of what the customer is buying. */
  readonly anchors: readonly number[];
  /** Days since 1970-01-01. */
  readonly today: number;
  readonly checkStock: boolean;
  /** Keys of article types (`articleTypeKey`). */
  readonly sizedArticleTypes: ReadonlySet<string>;
}

/** The candidates in first-stage order, and their feature vectors. */
export interface CandidateSet extends Candidates {
  /** Row-major: candidates by features. */
  readonly features: Float32Array;
  readonly request: RequestContext;
  readonly profile: CustomerProfile;
  readonly expected: ExpectedCategories;
  /** The anchors of the request context that are used: the first ones. */
  readonly anchors: readonly number[];
  /** Other customers with purchases similar to the caller's. */
  readonly similar: ScoredNumbers;
  readonly isCaller: IsCaller;
}
