import type { CustomerProfile, OwnItem } from '../candidate-generation/customer-profile.ts';
import type { ExpectedDescriptors } from '../candidate-generation/expected-descriptors.ts';
import type { Candidates } from '../candidate-generation/generate-candidates.ts';
import type { RankingSnapshot } from '../ranking-snapshot.ts';

/** All that features of one question are made from. */
export interface FeatureContext {
  readonly snapshot: RankingSnapshot;
  readonly profile: CustomerProfile;
  /** Catalogue indices. */
  readonly anchors: readonly number[];
  readonly candidates: Candidates;
  readonly expected: ExpectedDescriptors;
}

export interface CandidateRow {
  readonly row: number;
  readonly item: number;
  /** What the customer has of it; undefined when he never bought it. */
  readonly own: OwnItem | undefined;
}

/** A number that the model sees of a candidate: always finite, `missing` where there is nothing to measure. */
export interface Feature {
  readonly name: string;
  /** What the number is: it takes part in the hash of the registry, so a change of meaning must change it. */
  readonly unit: string;
  readonly of: (context: FeatureContext, candidate: CandidateRow) => number;
}

/** Stands for "nothing to measure": below everything that features measure. */
export const missing = -1;

/** Stands for "nothing to compare with" where differences of either sign are measured. */
export const noDifference = -99;
