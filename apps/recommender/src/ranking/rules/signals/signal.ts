import type { FeatureGroup } from '../features/feature.ts';
import type { RankingContext } from '../ranking-context.ts';
import type { ScoredNumbers, SparseAccumulator } from '../sparse-accumulator.ts';

/** Input of a search. The accumulator is empty, and the signal must leave it empty. */
export interface SearchContext extends RankingContext {
  readonly isEligible: (item: number) => boolean;
  /** Limit of items that a signal may return. */
  readonly limit: number;
  readonly items: SparseAccumulator;
}

/** For requests without and with anchors. */
export interface SignalWeights {
  readonly alone: number;
  readonly withAnchors: number;
}

/** One kind of knowledge about what a customer may want: the items that it finds, why, and what the model reads of it. */
export interface Signal {
  /** Names the signal in reasons and features. */
  readonly name: string;
  /** For the documentation: the products that it finds, and the evidence that its reason needs. */
  readonly about: { readonly finds: string; readonly evidence: string };
  /** Weight of a rank in its list for the first-stage order. */
  readonly weights: SignalWeights;
  /** What is added to the weights, times the share of the shop's purchases that repeat an earlier one. Absent: nothing. */
  readonly weightsPerRepeatShare?: SignalWeights;
  /** Eligible items with positive scores, best first. */
  readonly find: (context: SearchContext) => ScoredNumbers;
  /** Whether its reason has the SKU of a related item. */
  readonly hasRelated?: true;
  /**
   * The reason for offering an item that it listed: the name of the signal, or `name:SKU` with the SKU of a related item. Null
   * without evidence.
   */
  readonly explain: (context: RankingContext, item: number) => string | null;
  /** What the model reads besides the place and the score in its list. A raised score names the signal as the reason. */
  readonly features?: FeatureGroup;
}

export function weightOf(
  { weights, weightsPerRepeatShare }: Signal,
  { anchors, snapshot }: Pick<RankingContext, 'anchors' | 'snapshot'>,
): number {
  const kind = anchors.length > 0 ? 'withAnchors' : 'alone';
  const { repeatShare } = snapshot.purchases.statistics;
  return weights[kind] + (weightsPerRepeatShare?.[kind] ?? 0) * repeatShare;
}
