import type { BoostingSettings } from './boosting-settings.ts';
import type { TrainingSet } from './training-set.ts';
import type { TreeEnsemble } from './tree-ensemble.ts';

export type { BoostingSettings } from './boosting-settings.ts';
export type { TrainingSet } from './training-set.ts';

export interface BoostingResult {
  /** Cut at the best round. */
  readonly ensemble: TreeEnsemble;
  /** Number of trees kept: the first round with the best validation score, or all rounds without validation. */
  readonly bestRound: number;
  /** One a round that ran: the mean over queries of (recall@10 + NDCG@10) / 2. */
  readonly validationScores: number[];
  /** Gain by feature, of the trees kept; sums to 1, or is all 0 where nothing was split. */
  readonly importance: Float64Array;
}

export function trainGradientBoostedTrees(
  train: TrainingSet,
  _validation: TrainingSet | null,
  _settings: BoostingSettings,
  _onRound?: (round: number, score: number | null) => void,
): BoostingResult {
  return {
    ensemble: { featureCount: train.featureCount, baseScore: 0, trees: [] },
    bestRound: 0,
    validationScores: [],
    importance: new Float64Array(train.featureCount),
  };
}
