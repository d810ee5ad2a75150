import type { NextQuestion, OfferItem } from '@callside/schemas';
import type { OffersOnFile } from './rules/call-offers.ts';

/**
 * The latest offers of a call as the column `offers`, of `call_offer_states os`; null without any. The outcomes are those of the
 * whole call that count. One statement reads both, so they belong to the sequence. A call without offers costs one look-up.
 */
export const offersColumn = `
  (SELECT json_build_object(
            'sequence', os.sequence, 'status', o.status, 'recommendation_id', o.recommendation_id, 'items', o.items,
            'stock_age_seconds', o.stock_age_seconds, 'asked_at', o.asked_at, 'anchors', o.anchors, 'titles', o.titles,
            'withheld', o.withheld,
            'next_question', o.next_question, 'known_sizes', o.known_sizes,
            'outcomes', (
              SELECT coalesce(json_agg(json_build_object(
                       'outcome_id', r.outcome_id, 'recommendation_id', r.recommendation_id, 'sku', r.sku,
                       'outcome', r.outcome, 'reason', r.reason, 'qty', r.qty, 'unit_price', r.unit_price,
                       'recorded_at', r.created_at, 'reported_at', r.reported_at) ORDER BY r.created_at, r.id), '[]')
                FROM offer_outcomes r WHERE r.call_id = os.call_id AND r.voided_at IS NULL))
     FROM call_offers o WHERE o.call_id = os.call_id ORDER BY o.sequence DESC LIMIT 1)`;

/** The column from the driver, which parses JSON: instants are texts. */
export interface OffersColumn {
  sequence: number;
  status: OffersOnFile['status'];
  recommendation_id: string | null;
  items: OfferItem[];
  stock_age_seconds: number | null;
  asked_at: string;
  anchors: string[];
  titles: Record<string, string>;
  withheld: OffersOnFile['withheld'];
  next_question: NextQuestion | null;
  known_sizes: Record<string, string>;
  outcomes: OutcomeColumns[];
}

export interface OutcomeColumns {
  outcome_id: string;
  recommendation_id: string;
  sku: string;
  outcome: 'sold' | 'declined';
  reason: string | null;
  qty: number | string | null;
  unit_price: number | string | null;
  recorded_at: string | Date;
  reported_at: string | Date | null;
}

export function toOffers(callReference: string, column: OffersColumn): OffersOnFile {
  return {
    callReference,
    sequence: column.sequence,
    status: column.status,
    recommendationId: column.recommendation_id,
    items: column.items,
    stockAgeSeconds: column.stock_age_seconds,
    askedAt: new Date(column.asked_at),
    anchors: column.anchors,
    titles: column.titles,
    withheld: column.withheld,
    nextQuestion: column.next_question,
    knownSizes: column.known_sizes,
    outcomes: column.outcomes.map(toOutcome),
  };
}

export function toOutcome(row: OutcomeColumns): OffersOnFile['outcomes'][number] {
  return {
    outcomeId: row.outcome_id,
    recommendationId: row.recommendation_id,
    sku: row.sku,
    outcome: row.outcome,
    reason: row.reason,
    qty: row.qty === null ? null : Number(row.qty),
    unitPrice: row.unit_price === null ? null : Number(row.unit_price),
    recordedAt: new Date(row.recorded_at),
    reported: row.reported_at !== null,
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
 * $1 call, $2 id, $3 status, $4 recommendation, $5 anchors, $6 items, $7 stock age, $8 SKUs to find titles of, $9 why they are withheld,
 * $10 next question, $11 known sizes.
 */
export const insertOffers = (isFirst: boolean) => `
  WITH raised AS (${nextSequence(isFirst ? 'DO NOTHING' : raised)})
  INSERT INTO call_offers (id, brand_id, call_id, user_id, sequence, status, recommendation_id, anchors, items,
                           stock_age_seconds, titles, withheld, next_question, known_sizes)
  SELECT $2::uuid, c.brand_id, c.id, c.user_id, raised.sequence, $3::text, $4::uuid, $5::text[], $6::json, $7::int,
         coalesce((SELECT json_object_agg(i.sku, i.title) FROM catalog_items i
                    WHERE i.brand_id = c.brand_id AND i.sku = ANY ($8::text[])), '{}'), $9::text, $10::json, $11::json
    FROM raised, calls c WHERE c.id = $1
  RETURNING sequence`;

export const selectOffers = `
  SELECT c.reference, ${offersColumn} AS offers
    FROM calls c JOIN call_offer_states os ON os.call_id = c.id WHERE c.id = $1`;
