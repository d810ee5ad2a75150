import type { RankingContext } from '../ranking-context.ts';
import type { ScoredNumbers, SparseAccumulator } from '../sparse-accumulator.ts';

/** Input of a search. The accumulator is empty, and the source must leave it empty. */
export interface SourceContext extends RankingContext {
  readonly isEligible: (item: number) => boolean;
  /** Limit of items that a source may return. */
  readonly limit: number;
  readonly items: SparseAccumulator;
}

/** One criterion for candidates. */
export interface CandidateSource {
  /** Names the source in reasons and features. */
  readonly name: string;
  /** Weight of a rank in its list for the first-stage order, without and with anchors. */
  readonly weights: { readonly alone: number; readonly withAnchors: number };
  /** Eligible items with positive scores, best first. */
  readonly find: (context: SourceContext) => ScoredNumbers;
  /**
   * The reason for offering an item that it listed: the name of the source, or `name:SKU` with the SKU of a related item. Null
   * without evidence.
   */
  readonly explain: (context: RankingContext, item: number) => string | null;
}

export function weightOf({ weights }: CandidateSource, { anchors }: Pick<RankingContext, 'anchors'>): number {
  return anchors.length > 0 ? weights.withAnchors : weights.alone;
}
