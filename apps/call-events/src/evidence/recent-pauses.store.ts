import type { Query } from '@callside/database';
import { connectionColumns, connectionsSince, isPause } from './evidence.sql.ts';
import { type ConnectionOnFile, deadlineMs, type Pause } from './rules/unacknowledged.ts';

/** A pause that companions had to acknowledge, and what is on file of them. */
interface RecentPause extends Pause {
  brandId: string;
  userId: string;
  callId: string;
  connections: ConnectionOnFile[];
  /** When each companion acknowledged the pause, or first a later state. */
  acknowledgedAt: Map<string, Date>;
}

/** One for each companion, or one without. */
type PauseRow = Omit<RecentPause, 'connections' | 'acknowledgedAt'> &
  ((ConnectionOnFile & { acknowledgedAt: Date | null }) | { companion: null });

const deadline = `interval '${deadlineMs} milliseconds'`;
/** An event is committed some time after it was received. */
const latestCommit = `interval '10 seconds'`;
/** How far a first look goes back. */
const firstSpan = `interval '10 minutes'`;

const streamOf = (event: string) => `hashtextextended('${event}', uuid_hash_extended(b.id, 1))`;

/** Pauses that became due since a look. $1 its time or null, $2 now. */
const selectPauses = `
  SELECT p.brand_id AS "brandId", p.user_id AS "userId", p.call_id AS "callId", p.recording_sequence::float8 AS sequence,
         p.received_at AS at, least(n.received_at, (SELECT ended_at FROM calls WHERE id = p.call_id)) AS "replacedAt", k.*
    FROM brands b
    JOIN call_events p
      ON hashtextextended(p.event, uuid_hash_extended(p.brand_id, p.agent_resolved::int::bigint))
         = ANY (ARRAY[${streamOf('recording-paused')}, ${streamOf('call-started')}])
     AND p.received_at > coalesce($1::timestamptz - ${deadline} - ${latestCommit}, $2::timestamptz - ${firstSpan})
     AND p.received_at <= $2::timestamptz - ${deadline}
    LEFT JOIN LATERAL (
      SELECT received_at FROM call_events
       WHERE user_id = p.user_id AND position > p.position AND recording_sequence IS NOT NULL AND event <> 'recording-paused'
       ORDER BY position LIMIT 1
    ) AS n ON true
    LEFT JOIN LATERAL (
      SELECT ${connectionColumns},
             (SELECT acknowledged_at FROM recording_acknowledgements
               WHERE connection_id = c.id AND sequence >= p.recording_sequence ORDER BY sequence LIMIT 1) AS "acknowledgedAt"
        FROM ${connectionsSince('p.user_id', 'p.recording_sequence', 'p.received_at')}
    ) AS k ON true
   WHERE ${isPause('p')} AND p.brand_id = b.id AND p.call_id IS NOT NULL
     AND p.recording_sequence IS NOT NULL AND p.recording_by IS NULL`;

/** Pauses that became due since a look at `since` (null: in the last minutes), by the database's clock. */
export async function findRecentPauses(query: Query, since: Date | null): Promise<{ at: Date; pauses: RecentPause[] }> {
  const [clock] = await query<{ at: Date }>('SELECT clock_timestamp() AS at');
  if (clock === undefined) throw new Error('the database did not return its clock');
  const pauses = new Map<string, RecentPause>();
  for (const row of await query<PauseRow>(selectPauses, [since, clock.at])) {
    const key = `${row.userId} ${row.sequence}`;
    const pause: RecentPause = pauses.get(key) ?? { ...row, connections: [], acknowledgedAt: new Map() };
    pauses.set(key, pause);
    if (row.companion === null) continue;
    pause.connections.push(row);
    if (row.acknowledgedAt !== null) pause.acknowledgedAt.set(row.companion, row.acknowledgedAt);
  }
  return { at: clock.at, pauses: [...pauses.values()] };
}

/** From the first pause after what is none, because another pause of a paused call does not start the time again. */
const selectLongest = `
  SELECT coalesce(max(extract(epoch FROM clock_timestamp() - p.since)), 0)::float8 AS seconds
    FROM rep_state r
   CROSS JOIN LATERAL (
     SELECT min(e.received_at) AS since
       FROM call_events e
      WHERE e.call_id = r.call_id AND ${isPause('e')}
        AND e.position > coalesce((
          SELECT max(o.position) FROM call_events o
           WHERE o.call_id = r.call_id AND o.recording_sequence IS NOT NULL AND NOT ${isPause('o')}), 0)
   ) AS p
   WHERE r.recording_paused`;

/** How long the longest pause has lasted that is in force; 0 without one. */
export async function readLongestPause(query: Query): Promise<number> {
  const [paused] = await query<{ seconds: number }>(selectLongest);
  return paused?.seconds ?? 0;
}
