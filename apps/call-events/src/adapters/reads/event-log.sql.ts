import { callEventNames } from '@callside/schemas';
import { boundedPage } from './bounded-page.sql.ts';

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
export function selectEventPage({ byAgent, byEvent, resolved }: EventFilters): string {
  const agent = byAgent ? '$6::text' : null;
  const events = byEvent ? [byAgent ? '$7::text' : '$6::text'] : callEventNames.map((name) => `'${name}'`);
  const resolutions = resolved === null ? [true, false] : [resolved];
  const streams = events.flatMap((event) => resolutions.map((each) => selectStream({ agent, event, resolved: each })));
  return boundedPage(
    `SELECT e.id, e.event, e.event_id, e.agent_email, c.reference AS call_reference, e.phone_number, e.customer_id,
            coalesce(e.metadata_text, e.metadata::text) AS metadata, e.occurred_at, e.received_at, e.agent_resolved,
            e.call_active
       FROM (SELECT * FROM (${streams.join(' UNION ALL ')}) AS merged ORDER BY received_at DESC, id DESC LIMIT $5) AS e
       LEFT JOIN calls c ON c.id = e.call_id
      ORDER BY e.received_at DESC, e.id DESC`,
    'received_at DESC, id DESC',
  );
}

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

/** Must equal the expression of the indexes call_events_stream_idx and call_events_agent_stream_idx. */
function streamKey(brandId: string, event: string, resolved: string): string {
  return `hashtextextended(${event}, uuid_hash_extended(${brandId}, (${resolved})::int::bigint))`;
}
