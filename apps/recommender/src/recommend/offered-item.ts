import type { RecommendationItem } from '@callside/schemas';
import { type CatalogueItem, type Offer, offerInWords } from '../ranking/index.ts';

interface OfferedProduct {
  product: CatalogueItem;
  onHand: number | undefined;
  /** ISO 4217. */
  currency: string;
}

/** An offer as it is answered and stored. */
export function toItem(
  { rank, score, purchaseProbability, slot, reasons, rules, propensity }: Offer,
  { product, onHand, currency }: OfferedProduct,
): RecommendationItem {
  return {
    rank,
    sku: product.sku,
    title: product.title,
    web_price: product.webPrice,
    article_type: product.articleType,
    size: product.size ?? 0,
    rerank_score: score,
    purchase_probability: purchaseProbability,
    slot,
    reasons: [...reasons],
    ...(rules.length > 0 && { rules: [...rules] }),
    ...(propensity !== null && { propensity }),
    speech: offerInWords(product, currency),
    ...(onHand !== undefined && { on_hand: onHand }),
  };
}
