import { callEventNames } from '@callside/schemas';
import { streamKey } from './event-log.sql.ts';

/** A part is looked for in so many of the newest rows, whatever the size of the log. */
const mostStartsSearched = 20_000;
const mostUnknownSearched = 5_000;

const isInRange = `received_at >= $3::timestamptz AND received_at < $4::timestamptz`;

/** The newest events of a kind that were resolved, or not. $1 brand, $3 and $4 the range of instants. */
const newest = (column: string, event: string, resolved: boolean, most: number) => `(
    SELECT ${column} AS value, received_at FROM call_events
     WHERE ${streamKey('brand_id', 'event', 'agent_resolved')} = ${streamKey('$1::uuid', `'${event}'`, String(resolved))}
       AND brand_id = $1 AND event = '${event}' AND agent_resolved = ${resolved} AND ${isInRange}
     ORDER BY received_at DESC, id DESC LIMIT ${most})`;

/**
 * The addresses and aliases with a part: those of users, and those that found no user or were refused lately. The ones that sent events
 * last come first. $1 brand, $2 patterns, $3 and $4 the range of instants, $5 the most values.
 */
export const selectAgentsWithPart = `
  WITH known AS (
    SELECT u.email AS value, r.changed_at AS at FROM users u LEFT JOIN rep_state r ON r.user_id = u.id WHERE u.brand_id = $1
    UNION ALL
    SELECT a.alias, r.changed_at FROM agent_aliases a LEFT JOIN rep_state r ON r.user_id = a.user_id WHERE a.brand_id = $1
  ), unknown AS (
    ${callEventNames.map((event) => newest('agent_email', event, false, mostUnknownSearched)).join(' UNION ALL ')}
    UNION ALL (
      SELECT agent_email, received_at FROM refused_requests
       WHERE brand_id = $1 AND agent_email IS NOT NULL AND ${isInRange}
       ORDER BY received_at DESC, id DESC LIMIT ${mostUnknownSearched})
  )
  SELECT value FROM (SELECT * FROM known UNION ALL SELECT * FROM unknown) AS agents
   WHERE value LIKE ANY ($2::text[])
   GROUP BY value ORDER BY max(at) DESC NULLS LAST, value LIMIT $5`;

/** The numbers with a part with which calls began lately, the newest first. Parameters as above. */
export const selectNumbersWithPart = `
  SELECT value FROM (
    ${newest('phone_number', 'call-started', true, mostStartsSearched)}
    UNION ALL ${newest('phone_number', 'call-started', false, mostUnknownSearched)}
  ) AS numbers
   WHERE value LIKE ANY ($2::text[])
   GROUP BY value ORDER BY max(received_at) DESC LIMIT $5`;
