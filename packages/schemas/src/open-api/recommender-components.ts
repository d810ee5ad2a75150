import { errorSchema, validationErrorSchema, validationIssueSchema } from '../errors.ts';
import { purchaseLineSchema, purchaseRequestSchema, purchaseResponseSchema } from '../purchase.ts';
import {
  orderHistoryLineSchema,
  recommendationItemSchema,
  recommendRequestSchema,
  recommendResponseSchema,
} from '../recommend.ts';
import { recommenderHealthSchema } from '../recommender-health.ts';
import { createComponents } from './components.ts';

export const { referenceTo, componentSchemas } = createComponents({
  requests: {
    RecommendRequest: recommendRequestSchema,
    OrderHistoryLine: orderHistoryLineSchema,
    PurchaseRequest: purchaseRequestSchema,
    PurchaseLine: purchaseLineSchema,
  },
  outputs: {
    RecommendResponse: recommendResponseSchema,
    RecommendationItem: recommendationItemSchema,
    PurchaseResponse: purchaseResponseSchema,
    Health: recommenderHealthSchema,
    Error: errorSchema,
    ValidationError: validationErrorSchema,
    ValidationIssue: validationIssueSchema,
  },
});
