// Every example is one of the golden payloads; a test checks this.

import type { OfferPreview, TitledPreview } from '../offer-preview.ts';
import type { RecommendationItem } from '../recommend.ts';
import type { OpenApiExample } from './document.ts';

const offer: RecommendationItem = {
  rank: 1,
  sku: '100517',
  title: 'Sapphire Pendant',
  web_price: 129.99,
  article_type: 'pendant',
  size: 0,
  rerank_score: 1.7342,
  purchase_probability: 0.1124,
  slot: 1,
  reasons: ['often_bought_with:100482'],
  rules: ['summer-pin'],
};

const preview: OfferPreview = {
  recommendations: [offer],
  recommendation: offer,
  resolved_purchased: [100482],
  history_size: 4,
  customer_found: true,
  normalized_phone: '4155550134',
  fallback: false,
  rules_applied: ['summer-pin'],
  feature_schema_hash: 'f4b8c1d2e3a4958677869504f3e2d1c0b9a8f7e6d5c4b3a291807f6e5d4c3b2a',
  artifact_version: 'default-3fa85f64',
  catalog_version: '9c1e07b25d84f3a6',
};

const titled: TitledPreview = { ...preview, titles: { 100482: 'Sapphire Studs' } };

export const previewBodyExamples: Record<string, OpenApiExample> = {
  number: { summary: 'A number, without rules', value: { phone: '4155550134', num_items: 6, rules: false } },
};
export const previewExamples: Record<string, OpenApiExample> = { preview: { value: preview } };
export const titledPreviewExamples: Record<string, OpenApiExample> = { preview: { value: titled } };
