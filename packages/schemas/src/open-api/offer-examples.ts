// Every example is one of the golden payloads; a test checks this.

import type { CallOffers, OffersRequestBody, OutcomeRequestBody, ProductList, RecordedOutcome } from '../offers.ts';
import type { OpenApiExample } from './document.ts';

const call_reference = '0192d5f4-7c1e-7a3b-9b60-2f7f3c1d9e10';
const recommendation_id = '5b1f0c5e-6f0f-4a57-9a0b-3f1c2b9d8e47';

const sale = {
  outcome_id: '6f1d2a7b-9c10-4c0e-8d43-5b0f3c1e9a57',
  recommendation_id,
  sku: '100517',
  outcome: 'sold',
  reason: null,
  qty: 1,
  unit_price: 129.99,
  recorded_at: '2026-11-20T08:34:10.120Z',
  reported: true,
} as const;

const ready: CallOffers = {
  call_reference,
  status: 'ready',
  recommendation_id,
  items: [
    {
      rank: 1,
      sku: '100517',
      title: 'Sapphire Pendant',
      web_price: 129.99,
      article_type: 'pendant',
      size: 0,
      slot: 1,
      reasons: ['often_bought_with:100482'],
      on_hand: 6,
    },
  ],
  stock_age_seconds: 240,
  sequence: 1795163400731,
  asked_at: '2026-11-20T08:30:00.731Z',
  anchors: ['100482'],
  unknown_anchors: [],
  titles: { '100482': 'Sapphire Studs' },
  next_question: { article_type: 'ring', opens: 214, text: 'Ask the ring size: opens 214 offers' },
  known_sizes: { bracelet: '6.5' },
  outcomes: [sale],
};

const unavailable: CallOffers = {
  call_reference,
  status: 'unavailable',
  recommendation_id: null,
  items: [],
  stock_age_seconds: null,
  sequence: 1795163402731,
  asked_at: '2026-11-20T08:30:02.731Z',
  anchors: [],
  unknown_anchors: [],
  titles: {},
  next_question: null,
  known_sizes: {},
  outcomes: [],
};

const recorded: RecordedOutcome = { ...sale, voided_at: null, sequence: ready.sequence, duplicate: false };

const withdrawn: RecordedOutcome = { ...recorded, voided_at: '2026-11-20T08:34:31.044Z', sequence: 1795163402954 };

const products: ProductList = { items: [{ sku: '100482', title: 'Sapphire Studs', web_price: 89.5 }] };

const anchors: OffersRequestBody = { anchors: ['100482'] };

const sizes: OffersRequestBody = { anchors: ['100482'], known_sizes: { ring: '7' } };

const sold: OutcomeRequestBody = {
  recommendation_id,
  sku: '100517',
  outcome: 'sold',
  qty: 1,
  unit_price: 129.99,
  outcome_id: sale.outcome_id,
};

const corrected: OutcomeRequestBody = {
  ...sold,
  qty: 2,
  outcome_id: '0d0c8f2e-3a61-4f0a-8f1c-7a1d5b7c2e90',
  replaces: sale.outcome_id,
};

const declined: OutcomeRequestBody = { recommendation_id, sku: '100517', outcome: 'declined', reason: 'too expensive' };

export const offerAnswerExamples = {
  offers: {
    ready: { summary: 'Offers, one of them sold', value: ready },
    unavailable: { summary: 'The recommender did not answer', value: unavailable },
  },
  recordedOutcome: { sold: { summary: 'A sale', value: recorded } },
  withdrawnOutcome: { withdrawn: { summary: 'A sale that was undone', value: withdrawn } },
  objection: { objects: { summary: 'They want no offers', value: { objects: true } } },
  products: { found: { summary: 'What was found', value: products } },
} satisfies Record<string, Record<string, OpenApiExample>>;

export const offerBodyExamples = {
  offersRequest: {
    anchors: { summary: 'With a product that the customer is buying', value: anchors },
    sizes: { summary: 'With a size that the caller said', value: sizes },
    again: { summary: 'Once more', value: {} },
  },
  objectionRequest: {
    objects: { summary: 'They want no offers', value: { objects: true } },
    ends: { summary: 'They take that back', value: { objects: false } },
  },
  outcomeRequest: {
    sold: { summary: 'Sold', value: sold },
    corrected: { summary: 'Two of them, not one', value: corrected },
    declined: { summary: 'Declined', value: declined },
  },
} satisfies Record<string, Record<string, OpenApiExample>>;
