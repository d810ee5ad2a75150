import { errorSchema, validationErrorSchema, validationIssueSchema } from '../errors.ts';
import { offerPreviewRequestSchema, offerPreviewSchema } from '../offer-preview.ts';
import {
  purchaseLineSchema,
  purchaseRequestSchema,
  purchaseResponseSchema,
  purchaseVoidRequestSchema,
  purchaseVoidResponseSchema,
} from '../purchase.ts';
import {
  orderHistoryLineSchema,
  recommendationItemSchema,
  recommendRequestSchema,
  recommendResponseSchema,
} from '../recommend.ts';
import { recommenderHealthSchema } from '../recommender-health.ts';
import {
  listedModelSchema,
  modelEvaluationSchema,
  modelListSchema,
  modelPublicationRequestSchema,
  modelPublicationSchema,
  modelRollbackSchema,
  modelWorkSchema,
  rankingComparisonSchema,
  trainingRequestSchema,
} from '../recommender-models.ts';
import { shopAnswerSchema } from '../shops.ts';
import { whyNotReasonSchema, whyNotSchema } from '../why-not.ts';
import { createComponents } from './components.ts';

export const { referenceTo, componentSchemas } = createComponents({
  requests: {
    RecommendRequest: recommendRequestSchema,
    OrderHistoryLine: orderHistoryLineSchema,
    PurchaseRequest: purchaseRequestSchema,
    PurchaseLine: purchaseLineSchema,
    PurchaseVoidRequest: purchaseVoidRequestSchema,
    ModelPublicationRequest: modelPublicationRequestSchema,
    TrainingRequest: trainingRequestSchema,
    OfferPreviewRequest: offerPreviewRequestSchema,
  },
  outputs: {
    RecommendResponse: recommendResponseSchema,
    RecommendationItem: recommendationItemSchema,
    PurchaseResponse: purchaseResponseSchema,
    PurchaseVoidResponse: purchaseVoidResponseSchema,
    WhyNot: whyNotSchema,
    WhyNotReason: whyNotReasonSchema,
    ShopAnswer: shopAnswerSchema,
    Health: recommenderHealthSchema,
    ModelList: modelListSchema,
    Model: listedModelSchema,
    ModelEvaluation: modelEvaluationSchema,
    RankingComparison: rankingComparisonSchema,
    ModelPublication: modelPublicationSchema,
    ModelRollback: modelRollbackSchema,
    ModelWork: modelWorkSchema,
    OfferPreview: offerPreviewSchema,
    Error: errorSchema,
    ValidationError: validationErrorSchema,
    ValidationIssue: validationIssueSchema,
  },
});
