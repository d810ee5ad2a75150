import type { RecommendationItem, RecommendResponse } from '@callside/schemas';
import type { Catalogue } from '../domain/catalogue.ts';
import type { Offer } from '../domain/offers.ts';
import type { Recommendation } from '../use-cases/recommend-offers.ts';

export function toRecommendResponse(recommendation: Recommendation): RecommendResponse {
  const items = recommendation.offers.map((offer) => toItem(offer, recommendation.catalogue));
  return {
    recommendation_id: recommendation.id,
    recommendations: items,
    recommendation: items[0] ?? null,
    resolved_purchased: recommendation.anchors.map(Number),
    history_size: recommendation.historySize,
    customer_found: recommendation.customerFound,
    normalized_phone: recommendation.request.phone,
    fallback: recommendation.fallback,
    feature_schema_hash: recommendation.featureSchemaHash,
    artifact_version: recommendation.artifactVersion,
    catalog_version: recommendation.catalogue.version,
  };
}

function toItem({ item, rank, slot, score, reasons }: Offer, { items }: Catalogue): RecommendationItem {
  const product = items[item];
  if (product === undefined) throw new Error('an offer is not of the catalogue that it was made from');
  return {
    rank,
    sku: product.sku,
    title: product.title,
    web_price: product.webPrice,
    article_type: product.articleType,
    size: product.size ?? 0,
    rerank_score: score,
    slot,
    reasons: [...reasons],
  };
}
