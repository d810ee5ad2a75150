import type { Candidates } from './candidates/candidates.ts';
import type { FeatureMatrix } from './feature-matrix.ts';
import type { RulesInForce } from './merchandising/rules-in-force.ts';
import type { RankingContext } from './ranking-context.ts';
import type { Asking } from './rests.ts';

export interface RequestContext extends Asking {
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
