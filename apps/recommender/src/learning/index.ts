// Learning: models from the orders on file, and the measurement of them.

export { compareRankings, type PairedRecall, type RelativeDifference } from './compare-rankings.ts';
export { requireEnoughToTrain, requireOrders } from './enough-orders.ts';
export {
  evaluateRankings,
  type Means,
  type RankingsEvaluation,
  type Relevance,
  type TaskFigures,
} from './evaluate-rankings.ts';
export { holdoutOf } from './holdout.ts';
export { marginsOf } from './item-values.ts';
export { type AcceptanceReport, learnAcceptance } from './learn-acceptance.ts';
export { lastExampleDay, type PastExamples, pastExamples } from './past-examples.ts';
export { byTaskKind, type TaskKind, taskKinds } from './ranking-task.ts';
export type { Reliability } from './reliability.ts';
export { sampleFeatures } from './sample-features.ts';
export { ScoredQueries } from './scored-queries.ts';
export { type RankerData, snapshotAsOf } from './shop-as-of.ts';
export { rankerDataOfShop } from './shop-data.ts';
export { defaultShopSettings, trainDefaultRanker } from './train-default-ranker.ts';
export {
  defaultRankerSettings,
  type RankerSettings,
  type TrainedRanker,
  type TrainingProgress,
  trainRanker,
} from './train-ranker.ts';
export { readRankerData } from './training-data.store.ts';
