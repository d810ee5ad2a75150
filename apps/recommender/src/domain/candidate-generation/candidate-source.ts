import type { RankingSnapshot } from '../ranking-snapshot.ts';
import type { ScoredNumbers, SparseAccumulator } from '../sparse-accumulator.ts';
import type { CustomerProfile } from './customer-profile.ts';
import type { ExpectedCategories } from './expected-categories.ts';

/** Input of a source. The accumulators are empty, and the source must leave them empty. */
export interface SourceContext {
  readonly snapshot: RankingSnapshot;
  readonly profile: CustomerProfile;
  readonly expected: ExpectedCategories;
  /** Catalogue indices. */
  readonly anchors: readonly number[];
  readonly isEligible: (item: number) => boolean;
  /** Most items that a source may return. */
  readonly limit: number;
  /** Other customers with similar purchases, the most similar first. */
  readonly similar: ScoredNumbers;
  readonly items: SparseAccumulator;
  readonly customers: SparseAccumulator;
}

/** Generates candidates by one criterion: eligible items with positive scores, best first. */
export interface CandidateSource {
  /** Names the source in offers, features and logs. */
  readonly name: string;
  /** Weight of a rank in its list for the first-stage order, without and with anchors. */
  readonly weights: { readonly alone: number; readonly withAnchors: number };
  readonly find: (context: SourceContext) => ScoredNumbers;
}
