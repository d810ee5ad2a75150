import { callEventNames } from '@callside/schemas';
import { boundedPage } from '../../bounded-page.sql.ts';

/** The filters of a query that are set. */
export interface EventFilters {
  byAgent: boolean;
  byEvent: boolean;
  resolved: boolean | null;
}

interface Stream {
  agent: string | null;
  event: string;
  resolved: boolean;
}

/**
 * One page. In SQL, because Prisma parses metadata: 1e400 becomes null. The log consists of streams, each ordered by an index; the page merges those that match the filters.
 * $1 brand, $2 from, $3 and $4 the instant and row before which the page begins, $5 limit, then address and event
 * if they are filters.
 */
export function selectEventPage(filters: EventFilters): string {
  return boundedPage(
    `SELECT ${eventColumns}
       FROM (${selectNewest(filters)}) AS e
       LEFT JOIN calls c ON c.id = e.call_id
      ORDER BY e.received_at DESC, e.id DESC`,
    '"receivedAt" DESC, id DESC',
  );
}

function selectNewest({ byAgent, byEvent, resolved }: EventFilters): string {
  const agent = byAgent ? '$6::text' : null;
  const events = byEvent ? [byAgent ? '$7::text' : '$6::text'] : callEventNames.map((name) => `'${name}'`);
  const resolutions = resolved === null ? [true, false] : [resolved];
  const streams = events.flatMap((event) => resolutions.map((each) => selectStream({ agent, event, resolved: each })));
  return `SELECT * FROM (${streams.join(' UNION ALL ')}) AS merged ORDER BY received_at DESC, id DESC LIMIT $5`;
}

/** An `EventOnFile`. */
const eventColumns = `
  e.id, e.event, e.event_id AS "eventId", e.agent_email AS "agentEmail", c.reference AS "callReference", e.phone_number AS "phoneNumber",
  e.customer_id AS "customerId", coalesce(e.metadata_text, e.metadata::text) AS metadata, e.occurred_at AS "occurredAt",
  e.received_at AS "receivedAt", e.agent_resolved AS "agentResolved", e.call_active AS "callActive", e.resent_from AS "resentFrom",
  e.is_test AS "isTest",
  coalesce((SELECT true FROM reused_event_ids i WHERE i.call_event_id = e.id LIMIT 1), false) AS "isReused"`;

/** The other filters of a search, compared row by row. $2 to $4 as in `selectEventPage`. */
const isAsked = `
  received_at >= $2::timestamptz AND (received_at, id) < ($3::timestamptz, $4::bigint)
  AND agent_email = coalesce($7::text, agent_email) AND event = coalesce($8::text, event)
  AND agent_resolved = coalesce($9::boolean, agent_resolved)`;

/**
 * Must equal the expressions of the indexes call_events_own_number_idx and calls_brand_phone_number_idx. `IS NOT DISTINCT FROM` as in
 * `findRecorded`.
 */
const isOfNumber = `
  hashtextextended(phone_number, uuid_hash_extended(brand_id, 0)) = hashtextextended($6::text, uuid_hash_extended($1::uuid, 0))
  AND phone_number = $6 AND brand_id IS NOT DISTINCT FROM $1`;

/** A start brings the number of its call, and an end may bring another one. Every other event has the number of its call. */
const mayHaveOwnNumber = `event IN ('call-started', 'call-ended')`;

/** The events in call_events_own_number_idx. */
const hasOwnNumber = `${isOfNumber} AND (${mayHaveOwnNumber} OR call_id IS NULL)`;

/** How far the database's clock may have been set back between two events of a call. */
const clockStep = `interval '1 minute'`;

/** Each value has an index. */
const found = {
  request_id: 'brand_id = $1 AND request_id COLLATE "C" = $6',
  event_id: `event_id_sha256 = decode($6::text, 'hex') AND brand_id IS NOT DISTINCT FROM $1`,
};

/**
 * One page of the events with a value.
 * $1 to $5 as in `selectEventPage`, $6 the value, then address, event and whether it was resolved, or null.
 */
export function selectFoundEvents(by: keyof typeof found): string {
  return boundedPage(
    `SELECT ${eventColumns}
       FROM (SELECT * FROM call_events WHERE ${found[by]} AND ${isAsked} ORDER BY received_at DESC, id DESC LIMIT $5) AS e
       LEFT JOIN calls c ON c.id = e.call_id
      ORDER BY e.received_at DESC, e.id DESC`,
    '"receivedAt" DESC, id DESC',
  );
}

/** The first read takes this many index entries for each row of the page. */
const indexedARow = 4;

/**
 * One page of the events of a number, with the parameters of `selectFoundEvents`. An index finds starts, ends and events without
 * a call. All other events are found through their calls, so that they need no entry in that index. First it reads the events since
 * the oldest of the newest entries. If they do not fill the page, it reads all events of the number.
 */
export const selectEventsOfNumber = boundedPage(
  `WITH newest AS MATERIALIZED (
     SELECT received_at FROM call_events
      WHERE ${hasOwnNumber} AND received_at >= $2::timestamptz AND (received_at, id) < ($3::timestamptz, $4::bigint)
      ORDER BY received_at DESC, id DESC LIMIT $5::int * ${indexedARow}
   ), since AS MATERIALIZED (
     SELECT CASE WHEN count(*) = $5::int * ${indexedARow} THEN min(received_at) ELSE $2 END AS instant FROM newest
   ), recent AS MATERIALIZED (
     ${eventsOfNumberSince('(SELECT instant FROM since)')}
   ), filled AS MATERIALIZED (
     SELECT count(*) = $5::int OR (SELECT instant FROM since) = $2 AS page FROM recent
   )
   SELECT ${eventColumns}
     FROM (
       SELECT * FROM recent WHERE (SELECT page FROM filled)
       UNION ALL
       SELECT * FROM (${eventsOfNumberSince('$2::timestamptz')}) AS every WHERE NOT (SELECT page FROM filled)
     ) AS e
     LEFT JOIN calls c ON c.id = e.call_id
    ORDER BY e.received_at DESC, e.id DESC`,
  '"receivedAt" DESC, id DESC',
);

/** An event with what is known of its way. $1 brand, $2 row. */
export const selectEventWay = `
  SELECT ${eventColumns}, e.request_id, e.api_key_id, k.label AS key_label, k.last_four AS key_last_four, u.email AS rep_email, u.name AS rep_name,
         r.painted_at, coalesce(r.painted_tabs, 0) AS painted_tabs, e.user_id, e.position, e.recording_sequence,
         e.recording_by IS NOT NULL AS only_reported
    FROM call_events e
    LEFT JOIN calls c ON c.id = e.call_id
    LEFT JOIN api_keys k ON k.id = e.api_key_id
    LEFT JOIN users u ON u.id = e.user_id
    LEFT JOIN event_receipts r ON r.call_event_id = e.id
   WHERE e.id = $2 AND e.brand_id = $1`;

/** The equal hash selects the index range; the hashed columns are compared too, because hashes may collide. */
function selectStream({ agent, event, resolved }: Stream): string {
  const stream = streamKey('brand_id', 'event', 'agent_resolved');
  const askedStream = streamKey('$1::uuid', event, String(resolved));
  const isInStream =
    agent === null
      ? `${stream} = ${askedStream}`
      : `hashtextextended(agent_email, ${stream}) = hashtextextended(${agent}, ${askedStream}) AND agent_email = ${agent}`;
  return `(
    SELECT * FROM call_events
     WHERE ${isInStream} AND brand_id = $1 AND event = ${event} AND agent_resolved = ${resolved}
       AND received_at >= $2::timestamptz AND (received_at, id) < ($3::timestamptz, $4::bigint)
     ORDER BY received_at DESC, id DESC LIMIT $5)`;
}

/** Events of an address that were not resolved are counted up to this number for each kind of event. */
const mostCounted = 10_000;
const longestAgent = 320;

/** The names of agents that found no active user since an instant, the newest first. $1 brand, $2 since. */
export const selectUnresolvedAgents = `
  WITH seen AS (${callEventNames
    .map(
      (name) => `(
    SELECT agent_email, received_at, '${name}' AS event FROM call_events
     WHERE ${streamKey('brand_id', 'event', 'agent_resolved')} = ${streamKey('$1::uuid', `'${name}'`, 'false')}
       AND brand_id = $1 AND event = '${name}' AND NOT agent_resolved AND received_at >= $2::timestamptz
     ORDER BY received_at DESC, id DESC LIMIT ${mostCounted})`,
    )
    .join(' UNION ALL ')})
  SELECT agent_email AS agent, count(*)::int AS events, min(received_at) AS "firstSeenAt", max(received_at) AS "lastSeenAt",
         EXISTS (SELECT FROM seen GROUP BY event HAVING count(*) = ${mostCounted}) AS truncated
    FROM seen
   WHERE length(agent_email) <= ${longestAgent}
   GROUP BY agent_email ORDER BY "lastSeenAt" DESC, agent_email LIMIT 200`;

/** Must equal the expression of the indexes call_events_stream_idx and call_events_agent_stream_idx. */
export function streamKey(brandId: string, event: string, resolved: string): string {
  return `hashtextextended(${event}, uuid_hash_extended(${brandId}, (${resolved})::int::bigint))`;
}

/** The newest events of a number on a page, of those since an instant. */
function eventsOfNumberSince(instant: string): string {
  return `
    SELECT * FROM (
      (SELECT * FROM call_events
        WHERE ${hasOwnNumber} AND received_at >= ${instant} AND ${isAsked}
        ORDER BY received_at DESC, id DESC LIMIT $5)
      UNION ALL
      SELECT e.*
        FROM (
          SELECT id FROM calls
           WHERE ${isOfNumber} AND started_at <= $3::timestamptz + ${clockStep}
             AND coalesce(ended_at, 'infinity') >= ${instant} - ${clockStep}
        ) AS live
       CROSS JOIN LATERAL (
         SELECT * FROM call_events
          WHERE call_id = live.id AND NOT ${mayHaveOwnNumber} AND phone_number = $6 AND received_at >= ${instant} AND ${isAsked}
       ) AS e
    ) AS events ORDER BY received_at DESC, id DESC LIMIT $5`;
}
