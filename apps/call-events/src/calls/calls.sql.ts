// The statements of a batch, and of receipts. Each takes arrays: their number does not grow with the batch.

import { companionColumns, joinPresentCompanions } from './companions.sql.ts';
import { longestRelayedMetadata } from './rules/relayed-metadata.ts';

/**
 * The metadata of a stored event for a push. Longer metadata is cut to one character over the limit, which the caller then
 * omits.
 */
export const relayedMetadataColumn = `left(coalesce(metadata_text, metadata::text), ${longestRelayedMetadata + 1}) AS metadata`;

/**
 * Finds the active users with these names, by address or by alias, and locks their state, in the same order in every
 * transaction. Returns one row for each name, so a user with several names has several. The address of an active user is
 * never an alias of another. $1 brand ids, $2 names, each pair once.
 */
const lockRepsOr = (whenHeld: 'SKIP LOCKED' | '') => `
  SELECT a.id AS user_id, a.brand_id, a.name, a.email, l.user_id IS NOT NULL AS is_locked,
         EXISTS (SELECT FROM rep_state WHERE user_id = a.id) AS has_state,
         EXISTS (SELECT FROM integrations WHERE brand_id = a.brand_id) AS may_have_platform_calls,
         l.version, l.position, l.call_id, l.call_reference, l.phone_number, l.customer_id, l.customer, l.call_started_at,
         l.on_hold, l.recording_paused, l.recording_sequence, l.confirmed_sequence, l.confirmed_paused, l.confirmed_at,
         ${companionColumns}
    FROM (
      SELECT asked.brand_id, asked.name, coalesce(u.id, n.id) AS id, coalesce(u.email, n.email) AS email
        FROM unnest($1::uuid[], $2::text[]) AS asked (brand_id, name)
        LEFT JOIN users u ON u.brand_id = asked.brand_id AND u.email = asked.name AND u.status = 'active'
        LEFT JOIN (
          agent_aliases alias JOIN users n ON n.id = alias.user_id AND n.status = 'active'
        ) ON u.id IS NULL AND alias.brand_id = asked.brand_id AND alias.alias = asked.name
       WHERE u.id IS NOT NULL OR n.id IS NOT NULL
       ORDER BY id
    ) AS a
    LEFT JOIN LATERAL (SELECT * FROM rep_state WHERE user_id = a.id FOR UPDATE ${whenHeld}) AS l ON true
    ${joinPresentCompanions('a.id')}`;

/** Leaves rows that another transaction holds unlocked: they must not delay the events of other reps. */
export const lockFreeReps = lockRepsOr('SKIP LOCKED');
/** Waits for them. */
export const lockReps = lockRepsOr('');

/** Creates the state rows of reps that have none. $1 user ids, $2 brand ids. */
export const createRepStates = `
  INSERT INTO rep_state (user_id, brand_id)
  SELECT * FROM unnest($1::uuid[], $2::uuid[]) ORDER BY 1
  ON CONFLICT (user_id) DO NOTHING`;

/**
 * The database's clock, and the stored events with a batch's event ids. `IS NOT DISTINCT FROM` prevents a scan of an index by
 * brand, which the planner would choose while the table is small. $1 brand ids, $2 digests.
 */
export const findRecorded = `
  SELECT clock_timestamp() AS now, e.*
    FROM (SELECT 1) AS always
    LEFT JOIN (
      SELECT e.id, e.brand_id, e.event_id_sha256, e.event, e.event_id, e.user_id, e.agent_email, e.occurred_at,
             e.occurred_at_sent, e.received_at, e.agent_resolved, e.call_active, e.position,
             ${relayedMetadataColumn}
        FROM unnest($1::uuid[], $2::bytea[]) AS asked (brand_id, sha256)
        JOIN call_events e ON e.event_id_sha256 = asked.sha256 AND e.brand_id IS NOT DISTINCT FROM asked.brand_id
    ) AS e ON true`;

/** Of the given calls, those that the test panel opened. $1 call ids. */
export const findTestCalls = `
  SELECT DISTINCT call_id FROM call_events
   WHERE call_id = ANY ($1::uuid[]) AND event = 'call-started' AND is_test`;

/**
 * Ends calls, and sets the end of their transcription sessions if the dialler reported it: the first report
 * counts. $1 call ids, $2 instants, $3 reasons.
 */
export const endCalls = `
  WITH ending AS (
    SELECT * FROM unnest($1::uuid[], $2::timestamptz[], $3::text[]) AS e (id, at, reason)
  ), sessions AS (
    UPDATE transcription_sessions s
       SET ended_at = ending.at, end_reported_at = ending.at
      FROM ending
     WHERE s.call_id = ending.id AND ending.reason = 'ended' AND s.end_reported_at IS NULL
  )
  UPDATE calls c SET ended_at = ending.at, end_reason = ending.reason FROM ending WHERE c.id = ending.id`;

/**
 * Opens calls, each with its chat.
 * $1 ids, $2 references, $3 brand ids, $4 user ids, $5 addresses, $6 numbers, $7 customer ids, $8 starts, $9 ends,
 * $10 end reasons, $11 chat ids.
 */
export const openCalls = `
  WITH opening AS (
    SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::text[], $6::text[], $7::text[],
                         $8::timestamptz[], $9::timestamptz[], $10::text[], $11::uuid[])
        AS o (id, reference, brand_id, user_id, agent_email, phone_number, customer_id, started_at, ended_at,
              end_reason, chat_id)
  ), opened AS (
    INSERT INTO calls (id, reference, brand_id, user_id, agent_email, phone_number, customer_id, started_at,
                       ended_at, end_reason)
    SELECT id, reference, brand_id, user_id, agent_email, phone_number, customer_id, started_at, ended_at, end_reason
      FROM opening
  )
  INSERT INTO chats (id, brand_id, call_id, created_at) SELECT chat_id, brand_id, id, started_at FROM opening`;

/**
 * Stores the reps' new states.
 * $1 user ids, $2 versions, $3 call ids, $4 references, $5 numbers, $6 customer ids, $7 starts, $8 on hold,
 * $9 paused, $10 sequences, $11 the database's clock, $12 customers, $13 positions.
 */
export const saveRepStates = `
  UPDATE rep_state r
     SET version = s.version, position = s.position, call_id = s.call_id, call_reference = s.call_reference, phone_number = s.phone_number,
         customer_id = s.customer_id, customer = s.customer::json, call_started_at = s.call_started_at,
         on_hold = s.on_hold, recording_paused = s.recording_paused, recording_sequence = s.recording_sequence, changed_at = $11
    FROM unnest($1::uuid[], $2::bigint[], $3::uuid[], $4::uuid[], $5::text[], $6::text[], $7::timestamptz[],
                $8::boolean[], $9::boolean[], $10::bigint[], $12::text[], $13::bigint[])
      AS s (user_id, version, call_id, call_reference, phone_number, customer_id, call_started_at, on_hold,
            recording_paused, recording_sequence, customer, position)
   WHERE r.user_id = s.user_id`;

/**
 * Logs events in order of arrival. Fails on an event id that another transaction has
 * recorded in the meantime: the unique key decides the race. Rows are inserted in the order of that key, so that two transactions
 * with the same events wait for each other only one way, but their ids are in order of arrival.
 * $1 brand ids, $2 events, $3 event ids, $4 digests, $5 addresses, $6 user ids, $7 call ids, $8 numbers,
 * $9 customer ids, $10 metadata, $11 metadata that is stored as text, $12 occurred, $13 received, $14 resolved,
 * $15 active, $16 key ids, $17 request ids, $18 refused requests that were sent again, $19 tests, $20 positions in the logs
 * of reps, $21 calls that a start replaced, $22 recording sequences, $23 whether the sender gave the time.
 */
export const logEvents = `
  WITH arrived AS MATERIALIZED (
    SELECT nextval('call_events_id_seq') AS id, e.*
      FROM unnest($1::uuid[], $2::text[], $3::text[], $4::bytea[], $5::text[], $6::uuid[], $7::uuid[], $8::text[],
                  $9::text[], $10::text[], $11::text[], $12::timestamptz[], $13::timestamptz[], $14::boolean[],
                  $15::boolean[], $16::uuid[], $17::text[], $18::bigint[], $19::boolean[], $20::bigint[],
                  $21::uuid[], $22::bigint[], $23::boolean[])
        AS e (brand_id, event, event_id, sha256, agent_email, user_id, call_id, phone_number, customer_id, metadata,
              metadata_text, occurred_at, received_at, agent_resolved, call_active, api_key_id, request_id,
              resent_from, is_test, position, replaced_call_id, recording_sequence, occurred_at_sent)
  ), logged AS (
    INSERT INTO call_events (id, brand_id, event, event_id, event_id_sha256, agent_email, user_id, call_id, phone_number,
                             customer_id, metadata, metadata_text, occurred_at, received_at, agent_resolved,
                             call_active, api_key_id, request_id, resent_from, is_test, position,
                             replaced_call_id, recording_sequence, occurred_at_sent)
    SELECT id, brand_id, event, event_id, sha256, agent_email, user_id, call_id, phone_number, customer_id,
           metadata::json, metadata_text, occurred_at, received_at, agent_resolved, call_active,
           api_key_id, request_id, resent_from, is_test, position, replaced_call_id, recording_sequence,
           occurred_at_sent
      FROM arrived
     ORDER BY sha256, brand_id
    RETURNING id
  )
  SELECT id FROM logged ORDER BY id`;
