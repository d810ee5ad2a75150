import type { CustomerProfile, OwnItem } from '../candidate-generation/customer-profile.ts';
import type { ExpectedCategories } from '../candidate-generation/expected-categories.ts';
import type { Candidates } from '../candidate-generation/generate-candidates.ts';
import type { RankingSnapshot } from '../ranking-snapshot.ts';

/** Input of all features of one query. */
export interface FeatureContext {
  readonly snapshot: RankingSnapshot;
  readonly profile: CustomerProfile;
  /** Catalogue indices. */
  readonly anchors: readonly number[];
  readonly candidates: Candidates;
  readonly expected: ExpectedCategories;
}

export interface CandidateRow {
  readonly row: number;
  readonly item: number;
  /** The customer's purchases of the item; undefined when they never bought it. */
  readonly own: OwnItem | undefined;
}

/** A number that the model reads of a candidate. It is always finite: `missing` where there is nothing to measure. */
export interface Feature {
  readonly name: string;
  /** What the number means. It is part of the hash of the registry, so a change of meaning must change it. */
  readonly unit: string;
  readonly of: (context: FeatureContext, candidate: CandidateRow) => number;
}

/** Stands for "nothing to measure": less than every measured value. */
export const missing = -1;

/** Stands for "nothing to compare with", for differences that may be negative. */
export const noDifference = -99;
