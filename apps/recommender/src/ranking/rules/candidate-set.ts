import type { CallContext } from '@callside/schemas';
import type { Candidates } from './candidates/candidates.ts';
import type { Circumstance } from './circumstances.ts';
import type { KnownSizes } from './eligibility.ts';
import type { FeatureMatrix } from './feature-matrix.ts';
import type { RulesInForce } from './merchandising/rules-in-force.ts';
import type { PopularHere } from './popular-here.ts';
import type { RankingContext } from './ranking-context.ts';
import type { Asking } from './rests.ts';

export interface RequestContext extends Asking {
  readonly checkStock: boolean;
  /** Keys of article types (`articleTypeKey`). */
  readonly sizedArticleTypes: ReadonlySet<string>;
  /** Absent in training, like the two below. */
  readonly knownSizes?: KnownSizes;
  /** What rules can name. */
  readonly context?: CallContext;
  readonly circumstances?: readonly Circumstance[];
}

/** The candidates in first-stage order, and their feature vectors. */
export interface CandidateSet extends Candidates, RankingContext {
  readonly features: FeatureMatrix;
  readonly request: RequestContext;
  /** What orders the candidates of a caller without history and anchors; null: the signals do. */
  readonly here: PopularHere | null;
  readonly rules: RulesInForce;
  /** Names of the rules that refused a product which is eligible otherwise. */
  readonly refusedBy: ReadonlySet<string>;
}
