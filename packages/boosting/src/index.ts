export type { BoostingSettings } from './boosting-settings.ts';
export { splitEnsemble, weightedSum } from './ensemble/join-ensembles.ts';
export { describeOnnx, type OnnxDescription } from './ensemble/onnx-description.ts';
export { exportOnnx } from './ensemble/onnx-export.ts';
export { importOnnx } from './ensemble/onnx-import.ts';
export { stepTree } from './ensemble/step-tree.ts';
export type { RegressionTree, TreeEnsemble } from './ensemble/tree-ensemble.ts';
export { scoreRows } from './ensemble/tree-scorer.ts';
export { type BoostingResult, trainGradientBoostedTrees } from './gradient-boosting.ts';
export {
  type Cutoff,
  hitAt,
  type MeanRankingMetrics,
  ndcgAt,
  RankingMetricsAccumulator,
  recallAt,
} from './metrics/ranking-metrics.ts';
export { createRandom } from './sampling.ts';
export type { TrainingSet } from './training-set.ts';
