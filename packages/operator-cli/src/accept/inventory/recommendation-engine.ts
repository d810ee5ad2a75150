import type { Section } from './sentence.ts';

const stock = 'stock is not visible from outside';
const load = 'would put load on the installation';
const outage = 'needs a failure of the service';

/** spec: recommendation engine. Every section of it that has normative sentences, in its order. */
export const recommendationSentences: readonly Section[] = [
  {
    section: 'What the service does',
    sentences: [
      { id: 're-service-1', says: 'returns ranked offers for a customer', checks: ['recommend-answer', 'ranks'] },
      { id: 're-service-2', says: 'offers are in stock', unchecked: stock },
      { id: 're-service-3', says: 'a second operation confirms a sale', checks: ['purchase-skus'] },
      { id: 're-service-4', says: 'a health operation reports availability', checks: ['health'] },
      {
        id: 're-service-5',
        says: 'the user agents of libraries can be challenged',
        unchecked: 'says what may happen, not what must',
      },
    ],
  },
  {
    section: 'Recommendation request',
    sentences: [
      { id: 're-request-1', says: 'phone is required and a US number', checks: ['phone-required'] },
      { id: 're-request-2', says: 'a leading 1 is stripped', checks: ['phone-normalised'] },
      { id: 're-request-3', says: '0000000000 stands for no number', checks: ['phone-unavailable'] },
      { id: 're-request-4', says: 'purchased_skus is a list of strings, empty by default', checks: ['anchors-type'] },
      { id: 're-request-5', says: 'unknown SKUs are ignored', checks: ['unknown-anchor', 'known-anchor'] },
      { id: 're-request-6', says: 'num_items is 1 to 10, 1 by default; else 422', checks: ['num-items'] },
      { id: 're-request-7', says: 'check_stock is a boolean', checks: ['check-stock-type'] },
      { id: 're-request-8', says: 'check_stock is true by default and filters by stock', unchecked: stock },
      {
        id: 're-request-9',
        says: 'customer_order_history has sku, product_title and order_date, each optional',
        checks: ['history-supplied', 'history-type'],
      },
      { id: 're-request-10', says: 'a supplied history, also [], replaces the lookup', checks: ['history-supplied'] },
      { id: 're-request-11', says: 'source is free text', checks: ['source-free-text'] },
      {
        id: 're-request-12',
        says: 'source is IVR by default, for analytics',
        unchecked: 'only the tables of the installation show it',
      },
    ],
  },
  {
    section: 'Recommendation response',
    sentences: [
      { id: 're-response-1', says: 'recommendation_id is a UUID', checks: ['recommend-answer'] },
      { id: 're-response-2', says: 'recommendation is the first of recommendations', checks: ['ranks'] },
      {
        id: 're-response-3',
        says: 'resolved_purchased has the recognised anchors as numbers',
        checks: ['known-anchor'],
      },
      { id: 're-response-4', says: 'history_size is the size of the history used', checks: ['history-supplied'] },
      { id: 're-response-5', says: 'customer_found is null without a lookup', checks: ['history-supplied'] },
      { id: 're-response-6', says: 'customer_found is a boolean after a lookup', checks: ['history-looked-up'] },
      { id: 're-response-7', says: 'normalized_phone is the number after normalising', checks: ['phone-normalised'] },
      { id: 're-response-8', says: 'fallback is a flag', checks: ['recommend-answer'] },
      { id: 're-response-9', says: 'three texts name the build', checks: ['recommend-answer'] },
    ],
  },
  {
    section: 'Recommendation item',
    sentences: [
      { id: 're-item-1', says: 'rank counts from 1', checks: ['ranks'] },
      { id: 're-item-2', says: 'an item has eight fields of these types', checks: ['ranks'] },
    ],
  },
  {
    section: 'Purchase request, line and response',
    sentences: [
      { id: 're-purchase-1', says: 'a purchase names phone and recommendation_id', checks: ['purchase-skus'] },
      {
        id: 're-purchase-2',
        says: 'purchased_skus and purchased_lines are optional',
        checks: ['purchase-skus', 'purchase-sku-alone'],
      },
      { id: 're-purchase-3', says: 'a line needs a sku', checks: ['purchase-line-types'] },
      { id: 're-purchase-4', says: 'qty is 1 by default', checks: ['purchase-revenue'] },
      { id: 're-purchase-5', says: 'unit_price is what a unit was charged', checks: ['purchase-revenue'] },
      { id: 're-purchase-6', says: 'discount_amt is for the whole line', checks: ['purchase-revenue'] },
      { id: 're-purchase-7', says: 'order_line_id lets a line count once', checks: ['purchase-line-resent'] },
      {
        id: 're-purchase-8',
        says: 'order_line_id matches later returns',
        unchecked: 'returns come in files of the operator',
      },
      {
        id: 're-purchase-9',
        says: 'the answer has purchase_id and echoes recommendation_id',
        checks: ['purchase-skus'],
      },
      {
        id: 're-purchase-10',
        says: 'matched_skus are the purchased ones that were offered',
        checks: ['purchase-union'],
      },
      {
        id: 're-purchase-11',
        says: 'converted tells whether an offer sold',
        checks: ['purchase-skus', 'purchase-not-offered'],
      },
      { id: 're-purchase-12', says: 'recorded tells whether it was recorded', checks: ['purchase-line-resent'] },
    ],
  },
  {
    section: 'POST /recommend',
    sentences: [
      { id: 're-recommend-1', says: 'X-API-Key is required', checks: ['recommender-key-required'] },
      { id: 're-recommend-2', says: 'num_items outside 1 to 10 is 422', checks: ['num-items'] },
      { id: 're-recommend-3', says: 'stock is at most about 30 minutes old', unchecked: stock },
      { id: 're-recommend-4', says: 'sized jewellery only for a known size', checks: ['size-gate'] },
      { id: 're-recommend-5', says: 'when nothing qualifies, recommendation is null', checks: ['ranks'] },
      { id: 're-recommend-6', says: 'a supplied history makes customer_found null', checks: ['history-supplied'] },
      {
        id: 're-recommend-7',
        says: 'a supplied history is faster',
        unchecked: 'the difference is below that of the network between',
      },
    ],
  },
  {
    section: 'POST /purchase',
    sentences: [
      { id: 're-confirm-1', says: 'X-API-Key is required', checks: ['recommender-key-required'] },
      { id: 're-confirm-2', says: 'an unknown recommendation_id is 404', checks: ['purchase-unknown'] },
      { id: 're-confirm-3', says: 'both lists are united', checks: ['purchase-union'] },
      {
        id: 're-confirm-4',
        says: 'lines do not change what SKUs alone would do',
        checks: ['purchase-lines-add-only'],
      },
      { id: 're-confirm-5', says: 'economic fields are optional', checks: ['purchase-sku-alone'] },
      {
        id: 're-confirm-6',
        says: 'a SKU that was not offered never converts',
        checks: ['purchase-not-offered', 'purchase-revenue'],
      },
      {
        id: 're-confirm-7',
        says: 'lines that were not offered are stored',
        unchecked: 'only the tables of the installation show it',
      },
      {
        id: 're-confirm-8',
        says: 'matched_revenue is the sum of qty * unit_price - discount_amt',
        checks: ['purchase-revenue'],
      },
      {
        id: 're-confirm-9',
        says: 'matched_revenue is null without economics, which is not 0',
        checks: ['purchase-skus', 'purchase-zero'],
      },
      { id: 're-confirm-10', says: 'with SKUs alone matched_revenue is null', checks: ['purchase-skus'] },
      {
        id: 're-confirm-11',
        says: 'with SKUs alone one unit at list price is attributed',
        unchecked: 'only the results of the installation show it',
      },
    ],
  },
  {
    section: 'GET /health',
    sentences: [
      { id: 're-health-1', says: 'no key is needed', checks: ['health'] },
      { id: 're-health-2', says: 'status is ok or degraded', checks: ['health'] },
      { id: 're-health-3', says: 'an unhealthy engine is answered 503', unchecked: outage },
    ],
  },
  {
    section: 'Authentication and errors',
    sentences: [
      {
        id: 're-errors-1',
        says: 'a wrong or absent key is 401 with a detail that says so',
        checks: ['recommender-key-required'],
      },
      {
        id: 're-errors-2',
        says: "the operator's own credential is accepted",
        unchecked: 'only the operator has it',
      },
      { id: 're-errors-3', says: 'a keyless /health is answered', checks: ['health'] },
      {
        id: 're-errors-4',
        says: 'what is not valid, or malformed, is 422',
        checks: ['recommend-malformed', 'num-items', 'purchase-line-types'],
      },
      { id: 're-errors-5', says: 'a failure of the engine is 5xx', unchecked: outage },
    ],
  },
  {
    section: 'Limits',
    sentences: [
      { id: 're-limits-1', says: 'an answer comes within 3 s', checks: ['in-time'] },
      { id: 're-limits-2', says: 'the median with a history is about 0.35 s', unchecked: load },
      { id: 're-limits-3', says: 'some requests a second are sustained', unchecked: load },
    ],
  },
  {
    section: 'Versioning',
    sentences: [
      { id: 're-versions-1', says: 'each answer names the build that served it', checks: ['recommend-answer'] },
    ],
  },
];
