import { recommendRequestSchema, storableText } from '@callside/schemas';
import { parseOrThrow } from '@callside/service-kit';
import type { SentHistoryLine } from '../domain/history.ts';
import type { RecommendationRequest } from '../use-cases/recommend-offers.ts';

/** The question that a body asks, with texts in their stored form; a body that is refused throws `invalid`. */
export function parseRecommendRequest(body: unknown): RecommendationRequest {
  const fields = parseOrThrow(recommendRequestSchema, body);
  return {
    phone: fields.phone,
    anchorSkus: fields.purchased_skus.map(storableText),
    numItems: fields.num_items,
    checkStock: fields.check_stock,
    history: fields.customer_order_history?.map(toHistoryLine) ?? null,
    source: storableText(fields.source),
  };
}

function toHistoryLine({ sku, product_title, order_date }: SentHistoryLine): SentHistoryLine {
  return {
    ...(typeof sku === 'string' && { sku: storableText(sku) }),
    ...(typeof product_title === 'string' && { product_title: storableText(product_title) }),
    ...(typeof order_date === 'string' && { order_date }),
  };
}
