import type { Candidates } from './candidates/candidates.ts';
import type { FeatureMatrix } from './feature-matrix.ts';
import type { HistoryLine } from './history.ts';
import type { RulesInForce } from './merchandising/rules-in-force.ts';
import type { RankingContext } from './ranking-context.ts';

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
export interface CandidateSet extends Candidates, RankingContext {
  readonly features: FeatureMatrix;
  readonly request: RequestContext;
  readonly rules: RulesInForce;
  /** Names of the rules that refused a product which is eligible otherwise. */
  readonly refusedBy: ReadonlySet<string>;
}
