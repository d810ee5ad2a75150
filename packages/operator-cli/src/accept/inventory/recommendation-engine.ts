import type { Section } from './sentence.ts';

const stock = 'stock is not visible from outside';
const load = 'would put load on the installation';
const outage = 'needs a failure of the service';

/** spec: recommendation engine. Every section of it that has normative sentences, in its order. */
export const recommendationSentences: readonly Section[] = [
  {
    id: 're-service',
    section: 'What the service does',
    sentences: [
      { says: 'returns ranked offers for a customer', checks: ['recommend-answer', 'ranks'] },
      { says: 'offers are in stock', unchecked: stock },
      { says: 'a second operation confirms a sale', checks: ['purchase-skus'] },
      { says: 'a health operation reports availability', checks: ['health'] },
      { says: 'the user agents of libraries can be challenged', unchecked: 'says what may happen, not what must' },
    ],
  },
  {
    id: 're-request',
    section: 'Recommendation request',
    sentences: [
      { says: 'phone is required and a US number', checks: ['phone-required'] },
      { says: 'a leading 1 is stripped', checks: ['phone-normalised'] },
      { says: '0000000000 stands for no number', checks: ['phone-unavailable'] },
      { says: 'purchased_skus is a list of strings, empty by default', checks: ['anchors-type'] },
      { says: 'unknown SKUs are ignored', checks: ['unknown-anchor', 'known-anchor'] },
      { says: 'num_items is 1 to 10, 1 by default; else 422', checks: ['num-items'] },
      { says: 'check_stock is a boolean', checks: ['check-stock-type'] },
      { says: 'check_stock is true by default and filters by stock', unchecked: stock },
      {
        says: 'customer_order_history has sku, product_title and order_date, each optional',
        checks: ['history-supplied', 'history-type'],
      },
      { says: 'a supplied history, also [], replaces the lookup', checks: ['history-supplied'] },
      { says: 'source is free text', checks: ['source-free-text'] },
      { says: 'source is IVR by default, for analytics', unchecked: 'only the tables of the installation show it' },
    ],
  },
  {
    id: 're-response',
    section: 'Recommendation response',
    sentences: [
      { says: 'recommendation_id is a UUID', checks: ['recommend-answer'] },
      { says: 'recommendation is the first of recommendations', checks: ['ranks'] },
      { says: 'resolved_purchased has the recognised anchors as numbers', checks: ['known-anchor'] },
      { says: 'history_size is the size of the history used', checks: ['history-supplied'] },
      { says: 'customer_found is null without a lookup', checks: ['history-supplied'] },
      { says: 'customer_found is a boolean after a lookup', checks: ['history-looked-up'] },
      { says: 'normalized_phone is the number after normalising', checks: ['phone-normalised'] },
      { says: 'fallback is a flag', checks: ['recommend-answer'] },
      { says: 'three texts name the build', checks: ['recommend-answer'] },
    ],
  },
  {
    id: 're-item',
    section: 'Recommendation item',
    sentences: [
      { says: 'rank counts from 1', checks: ['ranks'] },
      { says: 'an item has eight fields of these types', checks: ['ranks'] },
    ],
  },
  {
    id: 're-purchase',
    section: 'Purchase request, line and response',
    sentences: [
      { says: 'a purchase names phone and recommendation_id', checks: ['purchase-skus'] },
      { says: 'purchased_skus and purchased_lines are optional', checks: ['purchase-skus', 'purchase-sku-alone'] },
      { says: 'a line needs a sku', checks: ['purchase-line-types'] },
      { says: 'qty is 1 by default', checks: ['purchase-revenue'] },
      { says: 'unit_price is what a unit was charged', checks: ['purchase-revenue'] },
      { says: 'discount_amt is for the whole line', checks: ['purchase-revenue'] },
      { says: 'order_line_id lets a line count once', checks: ['purchase-line-resent'] },
      { says: 'order_line_id matches later returns', unchecked: 'returns come in files of the operator' },
      { says: 'the answer has purchase_id and echoes recommendation_id', checks: ['purchase-skus'] },
      { says: 'matched_skus are the purchased ones that were offered', checks: ['purchase-union'] },
      { says: 'converted tells whether an offer sold', checks: ['purchase-skus', 'purchase-not-offered'] },
      { says: 'recorded tells whether it was recorded', checks: ['purchase-line-resent'] },
    ],
  },
  {
    id: 're-recommend',
    section: 'POST /recommend',
    sentences: [
      { says: 'X-API-Key is required', checks: ['recommender-key-required'] },
      { says: 'num_items outside 1 to 10 is 422', checks: ['num-items'] },
      { says: 'stock is at most about 30 minutes old', unchecked: stock },
      { says: 'sized jewellery only for a known size', checks: ['size-gate'] },
      { says: 'when nothing qualifies, recommendation is null', checks: ['ranks'] },
      { says: 'a supplied history makes customer_found null', checks: ['history-supplied'] },
      { says: 'a supplied history is faster', unchecked: 'the difference is below that of the network between' },
    ],
  },
  {
    id: 're-confirm',
    section: 'POST /purchase',
    sentences: [
      { says: 'X-API-Key is required', checks: ['recommender-key-required'] },
      { says: 'an unknown recommendation_id is 404', checks: ['purchase-unknown'] },
      { says: 'both lists are united', checks: ['purchase-union'] },
      { says: 'lines do not change what SKUs alone would do', checks: ['purchase-lines-add-only'] },
      { says: 'economic fields are optional', checks: ['purchase-sku-alone'] },
      { says: 'a SKU that was not offered never converts', checks: ['purchase-not-offered', 'purchase-revenue'] },
      { says: 'lines that were not offered are stored', unchecked: 'only the tables of the installation show it' },
      { says: 'matched_revenue is the sum of qty * unit_price - discount_amt', checks: ['purchase-revenue'] },
      { says: 'matched_revenue is null without economics, which is not 0', checks: ['purchase-skus', 'purchase-zero'] },
      { says: 'with SKUs alone matched_revenue is null', checks: ['purchase-skus'] },
      {
        says: 'with SKUs alone one unit at list price is attributed',
        unchecked: 'only the results of the installation show it',
      },
    ],
  },
  {
    id: 're-health',
    section: 'GET /health',
    sentences: [
      { says: 'no key is needed', checks: ['health'] },
      { says: 'status is ok or degraded', checks: ['health'] },
      { says: 'an unhealthy engine is answered 503', unchecked: outage },
    ],
  },
  {
    id: 're-errors',
    section: 'Authentication and errors',
    sentences: [
      { says: 'a wrong or absent key is 401 with a detail that says so', checks: ['recommender-key-required'] },
      { says: "the operator's own credential is accepted", unchecked: 'only the operator has it' },
      { says: 'a keyless /health is answered', checks: ['health'] },
      {
        says: 'what is not valid, or malformed, is 422',
        checks: ['recommend-malformed', 'num-items', 'purchase-line-types'],
      },
      { says: 'a failure of the engine is 5xx', unchecked: outage },
    ],
  },
  {
    id: 're-limits',
    section: 'Limits',
    sentences: [
      { says: 'an answer comes within 3 s', checks: ['in-time'] },
      { says: 'the median with a history is about 0.35 s', unchecked: load },
      { says: 'some requests a second are sustained', unchecked: load },
    ],
  },
  {
    id: 're-versions',
    section: 'Versioning',
    sentences: [{ says: 'each answer names the build that served it', checks: ['recommend-answer'] }],
  },
];
