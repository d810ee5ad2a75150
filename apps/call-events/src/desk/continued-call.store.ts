import type { Query } from '@callside/database';
import { type ContinuedLine, mostContinuedLines } from '@callside/schemas';
import { type CustomerHistory, callsOfCustomer } from '../customers/index.ts';
import { wireRow } from './rules/wire-row.ts';

const mostCalls = 5;
/** Calls that may have left a promise. */
const mostCallsWithPromises = 51;
const firstOffers = 3;
const keys = { brandId: '$1', customerId: '$2', phoneNumber: '$3', pickedPhoneNumber: '$5' };

// A day from the end of one call to the start of the next. A promise that is not kept yet stays, and other lines leave for it. A sale takes
// the place of a decline.
const selectLines = `
  WITH own AS (
    SELECT started_at FROM calls WHERE id = $4
  ), theirs AS MATERIALIZED (
    SELECT c.id, c.reference, u.name AS rep_name,
           coalesce(c.ended_at, own.started_at) >= own.started_at - interval '1 day'
             AND row_number() OVER (ORDER BY c.started_at DESC, c.id DESC) <= ${mostCalls} AS is_recent
      FROM own CROSS JOIN (${callsOfCustomer('*', keys, { most: mostCallsWithPromises, mostOfNumber: mostCallsWithPromises })}
      ) AS c
      JOIN users u ON u.id = c.user_id
     WHERE c.id <> $4 AND c.started_at <= own.started_at
  ), lines AS (
  SELECT line.kind, line.at, theirs.rep_name, theirs.reference AS call_reference, line.items, line.due_at, line.done_at
    FROM theirs CROSS JOIN LATERAL (
      SELECT 'note' AS kind, n.updated_at AS at, ARRAY[n.note] AS items, NULL::timestamptz AS due_at, NULL::timestamptz AS done_at
        FROM call_notes n WHERE n.call_id = theirs.id AND theirs.is_recent AND n.note <> ''
      UNION ALL
      SELECT 'promised', f.updated_at, ARRAY[f.text], f.due_at, f.done_at
        FROM follow_ups f WHERE f.call_id = theirs.id AND (theirs.is_recent OR f.done_at IS NULL)
      UNION ALL
      (SELECT 'offered', o.asked_at,
              ARRAY(SELECT offer ->> 'title' FROM json_array_elements(o.items) WITH ORDINALITY AS offers (offer, place)
                     ORDER BY place LIMIT ${firstOffers}),
              NULL, NULL
         FROM call_offers o
        WHERE o.call_id = theirs.id AND theirs.is_recent AND json_array_length(o.items) > 0
        ORDER BY o.sequence DESC LIMIT 1)
      UNION ALL
      SELECT r.outcome, max(r.created_at), array_agg(DISTINCT coalesce(
               (SELECT offer ->> 'title' FROM call_offers o CROSS JOIN json_array_elements(o.items) AS offer
                 WHERE o.call_id = r.call_id AND o.recommendation_id = r.recommendation_id AND offer ->> 'sku' = r.sku LIMIT 1), r.sku)),
             NULL, NULL
        FROM offer_outcomes r
       WHERE r.call_id = theirs.id AND theirs.is_recent AND r.voided_at IS NULL
         AND (r.outcome = 'sold' OR NOT EXISTS (
               SELECT FROM offer_outcomes s WHERE s.call_id = r.call_id AND s.sku = r.sku AND s.outcome = 'sold' AND s.voided_at IS NULL))
       GROUP BY r.outcome
    ) AS line
     ORDER BY line.kind = 'promised' AND line.done_at IS NULL DESC, line.at DESC, line.kind LIMIT ${mostContinuedLines}
  )
  SELECT * FROM lines ORDER BY at DESC, kind`;

/**
 * What the last calls of the customer left to a call that continues them: calls that ended within a day before it, of any rep, newest
 * first. Empty for a number that several customers share, until the rep picks one.
 */
export async function readContinuedLines(
  query: Query,
  brandId: string,
  callId: string,
  { customerId, phoneNumber, pickedPhoneNumber }: CustomerHistory,
): Promise<ContinuedLine[]> {
  const rows = await query<object>(selectLines, [brandId, customerId, phoneNumber, callId, pickedPhoneNumber]);
  return rows.map(wireRow<ContinuedLine>);
}
