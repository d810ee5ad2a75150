import type { RankingContext } from '../ranking-context.ts';
import type { ScoredNumbers, SparseAccumulator } from '../sparse-accumulator.ts';

/** Input of a search. The accumulator is empty, and the source must leave it empty. */
export interface SourceContext extends RankingContext {
  readonly isEligible: (item: number) => boolean;
  /** Limit of items that a source may return. */
  readonly limit: number;
  readonly items: SparseAccumulator;
}

/** For requests without and with anchors. */
export interface SourceWeights {
  readonly alone: number;
  readonly withAnchors: number;
}

/** One criterion for candidates. */
export interface CandidateSource {
  /** Names the source in reasons and features. */
  readonly name: string;
  /** Weight of a rank in its list for the first-stage order. */
  readonly weights: SourceWeights;
  /** What is added to the weights, times the share of the shop's purchases that repeat an earlier one. Absent: nothing. */
  readonly weightsPerRepeatShare?: SourceWeights;
  /** Eligible items with positive scores, best first. */
  readonly find: (context: SourceContext) => ScoredNumbers;
  /**
   * The reason for offering an item that it listed: the name of the source, or `name:SKU` with the SKU of a related item. Null
   * without evidence.
   */
  readonly explain: (context: RankingContext, item: number) => string | null;
}

export function weightOf(
  { weights, weightsPerRepeatShare }: CandidateSource,
  { anchors, snapshot }: Pick<RankingContext, 'anchors' | 'snapshot'>,
): number {
  const kind = anchors.length > 0 ? 'withAnchors' : 'alone';
  const { repeatShare } = snapshot.purchases.statistics;
  return weights[kind] + (weightsPerRepeatShare?.[kind] ?? 0) * repeatShare;
}
