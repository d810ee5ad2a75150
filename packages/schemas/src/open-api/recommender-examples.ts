// Every example is one of the golden payloads; a test checks this.

import type { ValidationErrorBody } from '../errors.ts';
import type { PurchaseResponse, PurchaseVoidResponse } from '../purchase.ts';
import type { RecommendationItem, RecommendResponse } from '../recommend.ts';
import type { RecommenderHealth } from '../recommender-health.ts';
import type { OpenApiExample } from './document.ts';

type Examples = Record<string, OpenApiExample>;

const required = 'Only what is required';
const recommendation_id = '5b1f0c5e-6f0f-4a57-9a0b-3f1c2b9d8e47';
const purchase_id = 'c2a6a1f4-0d57-4c0e-8a43-7d1f5e0b9a62';

export const recommendBodyExamples: Examples = {
  required: { summary: required, value: { phone: '4155550134' } },
  anchors: {
    summary: 'What the customer is buying, and three offers',
    value: { phone: '+1 (415) 555-0134', purchased_skus: ['100482'], num_items: 3, source: 'IVR' },
  },
  caller: {
    summary: 'Where the call comes from, and a size that the caller said',
    value: { phone: '4155550134', context: { queue: 'retention' }, known_sizes: { ring: '7' } },
  },
  history: {
    summary: 'With the history, which is faster than having it looked up',
    value: {
      phone: '0000000000',
      customer_order_history: [
        { sku: '100231', order_date: '2026-02-11' },
        { product_title: 'Silver Hoop Earrings', order_date: '2025-12-19T10:15:00Z' },
      ],
      check_stock: true,
    },
  },
};

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
};

const build = {
  feature_schema_hash: 'f4b8c1d2e3a4958677869504f3e2d1c0b9a8f7e6d5c4b3a291807f6e5d4c3b2a',
  artifact_version: 'default-3fa85f64',
  catalog_version: '9c1e07b25d84f3a6',
};

const ranked: RecommendResponse = {
  recommendation_id,
  recommendations: [offer],
  recommendation: offer,
  resolved_purchased: [100482],
  history_size: 4,
  customer_found: true,
  normalized_phone: '4155550134',
  fallback: false,
  ...build,
};

const nothing: RecommendResponse = {
  recommendation_id,
  recommendations: [],
  recommendation: null,
  resolved_purchased: [],
  history_size: 0,
  customer_found: false,
  normalized_phone: '0000000000',
  fallback: true,
  ...build,
};

const withheld: RecommendResponse = {
  ...ranked,
  recommendations: [],
  recommendation: null,
  offers_withheld: 'customer_objects',
};

export const recommendResponseExamples: Examples = {
  offers: { summary: 'Offers', value: ranked },
  nothing: { summary: 'Nothing qualifies', value: nothing },
  withheld: { summary: 'The customer wants no offers', value: withheld },
};

const phone = '4155550134';

export const purchaseBodyExamples: Examples = {
  skus: { summary: 'What was bought', value: { phone, recommendation_id, purchased_skus: ['100517'] } },
  lines: {
    summary: 'With its economics',
    value: {
      phone,
      recommendation_id,
      purchased_lines: [
        { sku: '100517', qty: 2, unit_price: 119.99, discount_amt: 10, order_line_id: 'A-20931-1' },
        { sku: '100482', order_line_id: 'A-20931-2' },
      ],
    },
  },
};

function purchase(outcome: Partial<PurchaseResponse>): PurchaseResponse {
  return {
    purchase_id,
    recommendation_id,
    matched_skus: ['100517'],
    converted: true,
    recorded: true,
    matched_revenue: null,
    conflicts: [],
    ...outcome,
  };
}

export const purchaseResponseExamples: Examples = {
  converted: { summary: 'Converted, and what it was worth', value: purchase({ matched_revenue: 229.98 }) },
  skus: { summary: 'Converted; no economics were sent', value: purchase({}) },
  nothing_matched: {
    summary: 'Nothing of it had been offered',
    value: purchase({ matched_skus: [], converted: false }),
  },
  resent: { summary: 'It was on file before', value: purchase({ recorded: false, matched_revenue: 229.98 }) },
  conflict: {
    summary: 'A line id is on file for another sale',
    value: purchase({ conflicts: [{ order_line_id: 'A-20931-1', reason: 'another_sku' }] }),
  },
};

export const purchaseVoidBodyExamples: Examples = {
  said: { summary: 'By whom, and why', value: { by: 'dana@northwind.example', reason: 'wrong quantity' } },
  nothing: { summary: 'Neither', value: {} },
};

function voided(outcome: Partial<PurchaseVoidResponse>): PurchaseVoidResponse {
  return {
    purchase_id,
    recommendation_id,
    voided_at: '2026-11-20T08:34:31.044Z',
    recorded: true,
    purchased_skus: ['100517'],
    matched_skus: ['100517'],
    matched_revenue: 229.98,
    ...outcome,
  };
}

export const purchaseVoidResponseExamples: Examples = {
  voided: { summary: 'It counts no more', value: voided({}) },
  again: { summary: 'It was void before', value: voided({ recorded: false }) },
};

export const invalidExamples = {
  numItems: {
    detail: [{ type: 'less_than_equal', loc: ['body', 'num_items'], msg: 'num_items must be an integer from 1 to 10' }],
  },
  phone: { detail: [{ type: 'missing', loc: ['body', 'phone'], msg: 'phone is required' }] },
} satisfies Record<string, ValidationErrorBody>;

const well: RecommenderHealth = {
  status: 'ok',
  brand: 'northwind',
  catalog: { status: 'ok', items: 3184, version: build.catalog_version, loaded_at: '2026-11-21T09:00:12.031Z' },
  stock: {
    status: 'ok',
    in_stock: 2710,
    refreshed_at: '2026-11-21T09:30:11.406Z',
    age_seconds: 921.7,
    imported_at: '2026-11-21T09:15:02.118Z',
  },
  orders: { lines: 91_204, customers: 24_310, built_at: '2026-11-21T09:00:12.031Z' },
  model: {
    status: 'ok',
    artifact_version: build.artifact_version,
    feature_schema_hash: build.feature_schema_hash,
    origin: 'bundled',
    trained_at: '2026-11-20T17:02:44.000Z',
  },
  history: { status: 'ok' },
  database: { status: 'up' },
};

const away: RecommenderHealth = { ...well, status: 'degraded', database: { status: 'down' } };

export const healthExamples = {
  serving: { well: { summary: 'All is well', value: well } },
  notServing: { database: { summary: 'The database is unavailable', value: away } },
} satisfies Record<string, Examples>;
