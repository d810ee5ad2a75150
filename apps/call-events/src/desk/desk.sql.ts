import { callsOfCustomer } from '../customers/index.ts';
import { insertNotesDeliveries } from '../endpoints/index.ts';
import { callColumns, joinLive } from '../records/index.ts';

/** $1 rep, $2 reference. */
export const selectOwnCall = `
  SELECT c.id AS "callId", ${callColumns} FROM calls c ${joinLive} WHERE c.reference = $2 AND c.user_id = $1`;

/** The last call of a rep that has ended. $1 rep. */
export const selectPreviousCall = `
  SELECT recent.* FROM (
    SELECT c.id AS "callId", ${callColumns} FROM calls c ${joinLive}
     WHERE c.user_id = $1 ORDER BY c.started_at DESC, c.id DESC LIMIT 2
  ) AS recent WHERE recent."endedAt" IS NOT NULL ORDER BY recent."startedAt" DESC LIMIT 1`;

const mostEvents = 20;

/** The last events of a rep's calls, with the database's clock. Always at least one row. $1 rep. */
export const selectRecentEvents = `
  SELECT clock_timestamp() AS now, recent.*
    FROM (SELECT 1) AS always LEFT JOIN (
      SELECT e.id, e.event, CASE WHEN length(e.event_id) <= 200 THEN e.event_id END AS event_id, e.received_at,
             CASE WHEN e.event = 'call-started' THEN c.phone_number END AS phone_number, e.call_active AS applied
        FROM (SELECT id, phone_number FROM calls
               WHERE user_id = $1 ORDER BY started_at DESC, id DESC LIMIT ${mostEvents}) AS c
       CROSS JOIN LATERAL (
         SELECT * FROM call_events WHERE call_id = c.id ORDER BY id DESC LIMIT ${mostEvents}
       ) AS e
       ORDER BY e.received_at DESC, e.id DESC LIMIT ${mostEvents}
    ) AS recent ON true
   ORDER BY recent.received_at DESC, recent.id DESC`;

/** The metadata of the event that opened a call. $1 call. */
export const selectStartMetadata = `
  SELECT metadata::text AS metadata
    FROM call_events WHERE call_id = $1 AND event = 'call-started' ORDER BY id LIMIT 1`;

const mostOrders = 5;

/** The last order lines of a customer. $1 brand, $2 code or null, $3 the number of a customer without a code or null. */
export const selectOrders = `
  SELECT o.order_date::text AS ordered_on, o.order_id, o.sku, coalesce(o.product_title, p.title) AS title, o.qty::float8 AS qty,
         o.unit_price::float8 AS unit_price, o.returned_at IS NOT NULL AS returned
    FROM (
      SELECT id FROM customers WHERE brand_id = $1 AND customer_id = $2
      UNION ALL
      SELECT id FROM customers WHERE brand_id = $1 AND customer_id IS NULL AND phone_number = $3
    ) AS c
   CROSS JOIN LATERAL (
     SELECT * FROM order_lines WHERE customer_id = c.id ORDER BY order_date DESC LIMIT 100
   ) AS o
    LEFT JOIN catalog_items p ON p.brand_id = $1 AND p.sku = o.sku
   ORDER BY o.order_date DESC, o.id DESC LIMIT ${mostOrders}`;

const mostCalls = 5;
const keys = { brandId: '$1', customerId: '$2', phoneNumber: '$3', pickedPhoneNumber: '$5' };

/** Other calls of a customer. $1 brand, $2, $3 and $5 the keys of `CustomerHistory`, $4 this call. */
export const selectCustomerCalls = `
  SELECT c.reference, u.name AS rep_name, c.phone_number, c.started_at, c.ended_at, coalesce(n.note, '') AS note, n.disposition
    FROM (${callsOfCustomer('*', keys, { most: mostCalls + 1, mostOfNumber: 51 })}
    ) AS c
    JOIN users u ON u.id = c.user_id
    LEFT JOIN call_notes n ON n.call_id = c.id
   WHERE c.id <> $4
   ORDER BY c.started_at DESC, c.id DESC LIMIT ${mostCalls}`;

/** A `NotesOnFile`. */
const notesColumns = 'note, disposition, disposition_from_sale AS "isFromSale", version, updated_at AS "updatedAt"';

/** $1 call. */
export const selectNotes = `SELECT ${notesColumns} FROM call_notes WHERE call_id = $1`;

/**
 * Writes the notes of a call, unless they have another version than the writer saw; the same content again changes nothing. Notes that
 * changed are noted for endpoints.
 * $1 call, $2 brand, $3 rep, $4 note, $5 disposition, $6 the version or null, $7 whether a sale chose the
 * disposition.
 */
export const writeNotes = `
  WITH before AS MATERIALIZED (SELECT note, disposition FROM call_notes WHERE call_id = $1), written AS (
  INSERT INTO call_notes AS n (call_id, brand_id, user_id, note, disposition, version, updated_at, disposition_from_sale)
  SELECT $1, $2, $3, $4, $5, 1, clock_timestamp(), $7
   WHERE coalesce($6::int, 0) = 0 OR EXISTS (SELECT FROM call_notes WHERE call_id = $1)
  ON CONFLICT (call_id) DO UPDATE
     SET note = excluded.note, disposition = excluded.disposition, updated_at = excluded.updated_at,
         disposition_from_sale = excluded.disposition_from_sale,
         version = n.version + ((n.note, n.disposition, n.disposition_from_sale)
                   IS DISTINCT FROM (excluded.note, excluded.disposition, excluded.disposition_from_sale))::int
   WHERE $6::int IS NULL OR n.version = $6
      OR (n.note, n.disposition, n.disposition_from_sale)
         IS NOT DISTINCT FROM (excluded.note, excluded.disposition, excluded.disposition_from_sale)
  RETURNING brand_id, call_id, user_id, note, disposition, disposition_from_sale, version, updated_at
  ), noted AS (${insertNotesDeliveries(`(
    SELECT written.* FROM written LEFT JOIN before ON true
     WHERE (written.note, written.disposition) IS DISTINCT FROM (before.note, before.disposition))`)}
  )
  SELECT ${notesColumns} FROM written`;

/**
 * Stores the customer that the rep picked, on the call and in the rep's state if the call is live. Locks the rep first, as the
 * batches of events do. $1 call, $2 rep, $3 code or null, $4 the customer as tabs show them, $5 the number of one without a code.
 */
export const pickCustomer = `
  WITH rep AS (
    SELECT user_id FROM rep_state WHERE user_id = $2 FOR UPDATE
  ), picked AS (
    UPDATE calls SET picked_customer_id = $3, picked_phone_number = $5 WHERE id = $1 AND (SELECT count(*) FROM rep) >= 0 RETURNING id
  )
  UPDATE rep_state SET customer = $4::json, version = version + 1
   WHERE user_id = $2 AND call_id = $1 AND (SELECT count(*) FROM picked) > 0
  RETURNING version`;

/** The session of a call that was opened last. $1 call. */
export const selectSession =
  'SELECT id FROM transcription_sessions WHERE call_id = $1 ORDER BY opened_at DESC, id DESC LIMIT 1';
