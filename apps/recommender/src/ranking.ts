/** Exports of the ranking code, for measurements outside the service. */

export type { RequestContext } from './domain/candidate-set.ts';
export { type Catalogue, createCatalogue } from './domain/catalogue.ts';
export type { CatalogueItem } from './domain/catalogue-item.ts';
export { featureNames } from './domain/feature-registry.ts';
export { type TopDiversity, topDiversity } from './domain/merchandising/top-diversity.ts';
export { prepareOffers, selectOffers } from './domain/offers.ts';
export { buildPurchaseIndex } from './domain/purchase-index/purchase-index.ts';
export type { PurchaseRows } from './domain/purchase-rows.ts';
export type { RankingSnapshot } from './domain/ranking-snapshot.ts';
export { snapshotAsOf } from './training/shop-as-of.ts';
export { defaultRankerSettings, trainRanker } from './training/train-ranker.ts';
