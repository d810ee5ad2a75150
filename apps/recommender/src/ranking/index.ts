// Ranking: from a shop and a customer to an ordered list of offers. It decides from values and reaches nothing.

export { bundledSizedArticleTypes, type FeatureSchema, featureSchemaFor } from './feature-schema.ts';
export {
  type Acceptance,
  acceptanceFeatureNames,
  acceptanceValues,
  acceptanceWeights,
  acceptedProbability,
  correctedLogOdds,
  logOddsOfScores,
} from './rules/acceptance.ts';
export { type Calibration, type CalibrationLine, logOddsOf, probabilityOf } from './rules/calibration.ts';
export type { CandidateSet, RequestContext } from './rules/candidate-set.ts';
export { learntCandidates, servedCandidates } from './rules/candidates/generate-candidates.ts';
export { type Catalogue, compareSkus, createCatalogue, numberOfSku, type TitleMatch } from './rules/catalogue.ts';
export { type CatalogueColumns, typeFeature } from './rules/catalogue-columns.ts';
export type { CatalogueItem } from './rules/catalogue-item.ts';
export { circumstancesOf, placeCharacters, placesOf } from './rules/circumstances.ts';
export { eligibilityOf, type KnownSizes, sizedArticleTypesOf } from './rules/eligibility.ts';
export { evenly } from './rules/evenly.ts';
export type { FeatureMatrix, Score } from './rules/feature-matrix.ts';
export { featureNames } from './rules/feature-registry.ts';
export { type HistoryLine, matchHistory, type SentHistoryLine } from './rules/history.ts';
export { isJustBought } from './rules/just-bought.ts';
export { localDay, localHour } from './rules/local-day.ts';
export { actedRules } from './rules/merchandising/acted-rules.ts';
export type { Exploration } from './rules/merchandising/exploration.ts';
export { type TopDiversity, topDiversity } from './rules/merchandising/top-diversity.ts';
export { type ModelScores, noMeaning } from './rules/model-meaning.ts';
export { type ExactScores, scoreCandidates } from './rules/model-reasons.ts';
export { nextQuestion } from './rules/next-question.ts';
export type { Offer } from './rules/offer.ts';
export { offerInWords } from './rules/offer-in-words.ts';
export { prepareOffers, selectOffers } from './rules/offers.ts';
export { type CustomerLines, customerLinesOf } from './rules/purchase-index/customer-lines.ts';
export {
  buildPurchaseIndex,
  completeIndex,
  indexLines,
  type PurchaseIndex,
} from './rules/purchase-index/purchase-index.ts';
export { type PurchaseRows, rangeOfDays, rowsBefore } from './rules/purchase-rows.ts';
export type { RankingSnapshot } from './rules/ranking-snapshot.ts';
export type { Resting } from './rules/rests.ts';
export { countSales, type Sale, type SalesByCircumstance } from './rules/sales-by-circumstance.ts';
export { type LocationLevel, stockOfItem } from './rules/shop-stock.ts';
export { offerOfVariation } from './rules/shop-variation.ts';
export type { Signal } from './rules/signals/signal.ts';
export { signals } from './rules/signals/signals.ts';
export { titleKey } from './rules/title-key.ts';
export { type Obstacle, obstaclesOf, type Standing, standingOf } from './rules/why-not.ts';
