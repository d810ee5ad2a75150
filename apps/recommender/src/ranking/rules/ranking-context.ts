import type { IsCaller } from './caller.ts';
import type { CustomerProfile } from './candidates/customer-profile.ts';
import type { ExpectedCategories } from './candidates/expected-categories.ts';
import type { RankingSnapshot } from './ranking-snapshot.ts';
import type { ScoredNumbers } from './sparse-accumulator.ts';

/** What signals, features and reasons read, computed once for each request. */
export interface RankingContext {
  readonly snapshot: RankingSnapshot;
  readonly profile: CustomerProfile;
  readonly expected: ExpectedCategories;
  /** Catalogue indices of the anchors that are used: the first ones of the request. */
  readonly anchors: readonly number[];
  /** Other customers with similar purchases, the most similar first. */
  readonly similar: ScoredNumbers;
  readonly isCaller: IsCaller;
}
