import type { Candidates } from '../candidates/candidates.ts';
import type { OwnItem } from '../candidates/customer-profile.ts';
import type { RankingContext } from '../ranking-context.ts';
import type { SparseAccumulator } from '../sparse-accumulator.ts';
import type { FeatureValues } from './feature-values.ts';

/** A number of a candidate that the model reads. It is always finite: `missing` when there is nothing to measure. */
export interface Feature {
  readonly name: string;
  /** What the number means. It is part of the hash of the registry, so a change of meaning must change it. */
  readonly unit: string;
}

/** Features that are computed together. */
export interface FeatureGroup {
  readonly features: readonly Feature[];
  /** For one query: a function that adds the features of a candidate, in their order. */
  readonly of: (context: FeatureContext) => (candidate: CandidateRow, values: FeatureValues) => void;
}

/** Input of all features of one query. */
export interface FeatureContext extends RankingContext {
  readonly candidates: Candidates;
  /** Empty; a group must leave it empty. */
  readonly scratch: SparseAccumulator;
}

export interface CandidateRow {
  readonly row: number;
  readonly item: number;
  /** The customer's purchases of the item; undefined when they never bought it. */
  readonly own: OwnItem | undefined;
}

/** Value for "nothing to measure": it is less than every measured value. */
export const missing = -1;

/** Value for "nothing to compare with", for differences that may be negative. */
export const noDifference = -99;
