/** Exports of the ranking code, for measurements outside the service. */

export { bundledModelDirectory, readBundledManifest } from './adapters/artifact-finder.ts';
export { type MeasuredShop, readMeasurements, writeMeasurements } from './default-model/measured-shops.ts';
export { describeModelCard } from './default-model/model-card.ts';
export type { CandidateSet, RequestContext } from './domain/candidate-set.ts';
export { type Catalogue, createCatalogue } from './domain/catalogue.ts';
export type { CatalogueItem } from './domain/catalogue-item.ts';
export { featureNames } from './domain/feature-registry.ts';
export { type TopDiversity, topDiversity } from './domain/merchandising/top-diversity.ts';
export { noMeaning } from './domain/model-meaning.ts';
export { prepareOffers, selectOffers } from './domain/offers.ts';
export { buildPurchaseIndex } from './domain/purchase-index/purchase-index.ts';
export type { PurchaseRows } from './domain/purchase-rows.ts';
export type { RankingSnapshot } from './domain/ranking-snapshot.ts';
export { ownFrequencyOrder, popularityOrder } from './training/baseline-orders.ts';
export { snapshotAsOf } from './training/shop-as-of.ts';
export { defaultRankerSettings, trainRanker } from './training/train-ranker.ts';
