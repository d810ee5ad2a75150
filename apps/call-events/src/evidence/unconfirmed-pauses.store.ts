import type { Query } from '@callside/database';

/** A pause that was not acknowledged in time. */
interface UnconfirmedPause {
  brandId: string;
  userId: string;
  callId: string;
  sequence: number;
  /** When the service received it. */
  at: Date;
}

/** How long a companion has to acknowledge a pause. */
const deadline = `interval '5 seconds'`;
/** An event is committed some time after it was received. */
const latestCommit = `interval '10 seconds'`;
/** How far a first look goes back. */
const firstSpan = `interval '10 minutes'`;

/**
 * Pauses that some companion, or the only one that there was not, had not acknowledged 5 s later. One that a resume or the end had replaced by
 * then needs none; another pause replaces none, and its acknowledgement is one of both. A companion that connects later acknowledges for itself. $1 the time of the last look or null, $2 now.
 */
const selectUnconfirmed = `
  SELECT p.brand_id AS "brandId", p.user_id AS "userId", p.call_id AS "callId", p.recording_sequence::float8 AS sequence, p.received_at AS at
    FROM brands b
    JOIN call_events p
      ON hashtextextended(p.event, uuid_hash_extended(p.brand_id, p.agent_resolved::int::bigint))
         = hashtextextended('recording-paused', uuid_hash_extended(b.id, 1))
     AND p.received_at > coalesce($1::timestamptz - ${deadline} - ${latestCommit}, $2::timestamptz - ${firstSpan})
     AND p.received_at <= $2::timestamptz - ${deadline}
   WHERE p.event = 'recording-paused' AND p.brand_id = b.id AND p.call_id IS NOT NULL
     AND p.recording_sequence IS NOT NULL AND p.recording_by IS NULL
     AND NOT EXISTS (
       SELECT FROM call_events n
        WHERE n.user_id = p.user_id AND n.position > p.position AND n.received_at <= p.received_at + ${deadline}
          AND n.recording_sequence IS NOT NULL AND n.event <> 'recording-paused')
     AND NOT (
       EXISTS (
         SELECT FROM companion_connections c JOIN recording_acknowledgements a ON a.connection_id = c.id
          WHERE c.user_id = p.user_id AND a.sequence >= p.recording_sequence AND a.acknowledged_at <= p.received_at + ${deadline})
       AND NOT EXISTS (
         SELECT FROM companion_connections c
          WHERE c.user_id = p.user_id AND c.since_sequence < p.recording_sequence
            AND (c.until_sequence IS NULL OR c.until_sequence >= p.recording_sequence)
            AND NOT EXISTS (
              SELECT FROM recording_acknowledgements a
               WHERE a.connection_id = c.id AND a.sequence >= p.recording_sequence
                 AND a.acknowledged_at <= p.received_at + ${deadline})))`;

/** Pauses that were not acknowledged in time, since a look at `since` (null: in the last minutes), by the database's clock. */
export async function findUnconfirmedPauses(
  query: Query,
  since: Date | null,
): Promise<{ at: Date; pauses: UnconfirmedPause[] }> {
  const [clock] = await query<{ at: Date }>('SELECT clock_timestamp() AS at');
  if (clock === undefined) throw new Error('the database did not return its clock');
  const pauses = await query<UnconfirmedPause>(selectUnconfirmed, [since, clock.at]);
  return { at: clock.at, pauses };
}
