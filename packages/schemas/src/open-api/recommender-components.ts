import * as schemas from '../index.ts';
import { type ComponentSchemas, createComponents } from './components.ts';

export const recommenderComponents: ComponentSchemas = {
  requests: {
    RecommendRequest: schemas.recommendRequestSchema,
    OrderHistoryLine: schemas.orderHistoryLineSchema,
    PurchaseRequest: schemas.purchaseRequestSchema,
    PurchaseLine: schemas.purchaseLineSchema,
    PurchaseVoidRequest: schemas.purchaseVoidRequestSchema,
    ModelPublicationRequest: schemas.modelPublicationRequestSchema,
    TrainingRequest: schemas.trainingRequestSchema,
    OfferPreviewRequest: schemas.offerPreviewRequestSchema,
  },
  outputs: {
    RecommendResponse: schemas.recommendResponseSchema,
    RecommendationItem: schemas.recommendationItemSchema,
    PurchaseResponse: schemas.purchaseResponseSchema,
    PurchaseVoidResponse: schemas.purchaseVoidResponseSchema,
    WhyNot: schemas.whyNotSchema,
    WhyNotReason: schemas.whyNotReasonSchema,
    ShopAnswer: schemas.shopAnswerSchema,
    Health: schemas.recommenderHealthSchema,
    ModelList: schemas.modelListSchema,
    Model: schemas.listedModelSchema,
    ModelEvaluation: schemas.modelEvaluationSchema,
    RankingComparison: schemas.rankingComparisonSchema,
    ModelPublication: schemas.modelPublicationSchema,
    ModelRollback: schemas.modelRollbackSchema,
    ModelWork: schemas.modelWorkSchema,
    OfferPreview: schemas.offerPreviewSchema,
    Error: schemas.errorSchema,
    ValidationError: schemas.validationErrorSchema,
    ValidationIssue: schemas.validationIssueSchema,
  },
};

export const { referenceTo, componentSchemas } = createComponents(recommenderComponents);
