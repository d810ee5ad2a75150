/** Exports of the ranking code, for measurements outside the service. */

export { defaultRankerSettings, snapshotAsOf, trainRanker } from './learning/index.ts';
export { bundledModelDirectory } from './models/index.ts';
export type { CatalogueItem, PurchaseRows, RankingSnapshot, RequestContext } from './ranking/index.ts';
export {
  buildPurchaseIndex,
  type Catalogue,
  createCatalogue,
  featureNames,
  noMeaning,
  prepareOffers,
  selectOffers,
  type TopDiversity,
  topDiversity,
} from './ranking/index.ts';
