import type { RankingSnapshot } from '../ranking-snapshot.ts';
import type { ScoreBoard, ScoredNumbers } from '../score-board.ts';
import type { CustomerProfile } from './customer-profile.ts';
import type { ExpectedDescriptors } from './expected-descriptors.ts';

/** What a source may look at. The boards are empty and must be left empty. */
export interface SourceContext {
  readonly snapshot: RankingSnapshot;
  readonly profile: CustomerProfile;
  readonly expected: ExpectedDescriptors;
  /** Catalogue indices. */
  readonly anchors: readonly number[];
  readonly isEligible: (item: number) => boolean;
  /** Items a source may bring. */
  readonly limit: number;
  /** Other customers with purchases like the caller's, the most alike first. */
  readonly similar: ScoredNumbers;
  readonly items: ScoreBoard;
  readonly customers: ScoreBoard;
}

/** One reason to consider a product: eligible items with positive scores, best first. */
export interface CandidateSource {
  /** Names the source in offers, features and logs. */
  readonly name: string;
  /** How much a place in its list counts in the pre-ranking order, without and with anchors. */
  readonly weights: { readonly alone: number; readonly withAnchors: number };
  readonly find: (context: SourceContext) => ScoredNumbers;
}
