import type { OfferOutcomeOnFile, OffersOnFile } from './rules/call-offers.ts';

/**
 * The latest offers of a call as the column `offers`, of `call_offer_states os`; null without any. The outcomes are those of the
 * whole call that count. One statement reads both, so they belong to the sequence. A call without offers costs one look-up.
 */
export const offersColumn = `
  (SELECT json_build_object(
            'sequence', os.sequence, 'status', o.status, 'recommendationId', o.recommendation_id, 'items', o.items,
            'stockAgeSeconds', o.stock_age_seconds, 'askedAt', o.asked_at, 'anchors', o.anchors, 'titles', o.titles,
            'withheld', o.withheld, 'nextQuestion', o.next_question, 'knownSizes', o.known_sizes,
            'outcomes', (
              SELECT coalesce(json_agg(json_build_object(
                       'outcomeId', r.outcome_id, 'recommendationId', r.recommendation_id, 'sku', r.sku,
                       'outcome', r.outcome, 'reason', r.reason, 'qty', r.qty, 'unitPrice', r.unit_price,
                       'recordedAt', r.created_at, 'reported', r.reported_at IS NOT NULL) ORDER BY r.created_at, r.id), '[]')
                FROM offer_outcomes r WHERE r.call_id = os.call_id AND r.voided_at IS NULL))
     FROM call_offers o WHERE o.call_id = os.call_id ORDER BY o.sequence DESC LIMIT 1)`;

/** The column from the driver, which parses JSON: instants are texts. */
export type OffersColumn = Omit<OffersOnFile, 'callReference' | 'askedAt' | 'outcomes'> & {
  askedAt: string;
  outcomes: (Omit<OfferOutcomeOnFile, 'recordedAt'> & { recordedAt: string })[];
};

export function toOffers(callReference: string, column: OffersColumn): OffersOnFile {
  return {
    ...column,
    callReference,
    askedAt: new Date(column.askedAt),
    outcomes: column.outcomes.map((outcome) => ({ ...outcome, recordedAt: new Date(outcome.recordedAt) })),
  };
}

/** The next sequence of a call: its row stays locked until the transaction ends. `$1` the call. */
const nextSequence = (onConflict: string) => `
  INSERT INTO call_offer_states AS s (call_id, sequence)
  SELECT c.id, floor(extract(epoch FROM clock_timestamp()) * 1000) FROM calls c WHERE c.id = $1
  ON CONFLICT (call_id) ${onConflict}
  RETURNING s.sequence`;

const raised = 'DO UPDATE SET sequence = greatest(s.sequence + 1, excluded.sequence)';

export const raiseSequence = nextSequence(raised);

/**
 * Stores an answer of the recommender and returns the offers' titles and sequence. The first answer (`isFirst`) is not stored if
 * there are offers already: several instances may have requested them.
 * $1 call, $2 id, $3 status, $4 recommendation, $5 anchors, $6 items, $7 stock age, $8 SKUs to find titles of, beside those of outcomes,
 * $9 why they are withheld, $10 next question, $11 known sizes.
 */
export const insertOffers = (isFirst: boolean) => `
  WITH raised AS (${nextSequence(isFirst ? 'DO NOTHING' : raised)})
  INSERT INTO call_offers (id, brand_id, call_id, user_id, sequence, status, recommendation_id, anchors, items,
                           stock_age_seconds, titles, withheld, next_question, known_sizes, item_count)
  SELECT $2::uuid, c.brand_id, c.id, c.user_id, raised.sequence, $3::text, $4::uuid, $5::text[], $6::json, $7::int,
         coalesce((SELECT json_object_agg(i.sku, i.title) FROM catalog_items i
                    WHERE i.brand_id = c.brand_id AND i.sku IN (
                      SELECT unnest($8::text[])
                       UNION SELECT sku FROM offer_outcomes WHERE call_id = c.id AND voided_at IS NULL)), '{}'),
         $9::text, $10::json, $11::json, json_array_length($6::json)
    FROM raised, calls c WHERE c.id = $1
  RETURNING sequence`;

export const selectOffers = `
  SELECT c.reference, ${offersColumn} AS offers
    FROM calls c JOIN call_offer_states os ON os.call_id = c.id WHERE c.id = $1`;
