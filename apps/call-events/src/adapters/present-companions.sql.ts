/** An instance writes a heartbeat every second. After this time without one, it counts as dead, and so do its companions. */
const instanceIsSeen = `i.seen_at > clock_timestamp() - interval '3 seconds'`;

/** The connected companions of a rep on all instances, as columns of `k`. `userId`: an SQL expression. */
export function joinPresentCompanions(userId: string): string {
  return `LEFT JOIN LATERAL (
      SELECT count(*)::int AS companions, min(coalesce(c.acknowledged_sequence, -1)) AS acknowledged_sequence,
             max(c.acknowledged_at) AS acknowledged_at
        FROM companion_connections c JOIN service_instances i ON i.id = c.instance_id
       WHERE c.user_id = ${userId} AND ${instanceIsSeen}
    ) AS k ON true`;
}

/** The columns of `k` as `CompanionColumns`. */
export const companionColumns = 'k.companions, k.acknowledged_sequence, k.acknowledged_at';

export interface CompanionColumns {
  companions: number;
  acknowledged_sequence: string | null;
  acknowledged_at: Date | null;
}

/**
 * Stores a confirmation for reps whose connected companions have all acknowledged the current sequence. A rep whose
 * row somebody else holds is left out: snapshots show their companions' acknowledgements. $1 user ids.
 */
export const keepConfirmations = `
  WITH confirmed AS MATERIALIZED (
    SELECT r.user_id
      FROM unnest($1::uuid[]) AS asked (user_id) JOIN rep_state r USING (user_id) ${joinPresentCompanions('asked.user_id')}
     WHERE k.companions > 0 AND k.acknowledged_sequence = r.recording_sequence
     ORDER BY r.user_id
       FOR NO KEY UPDATE OF r SKIP LOCKED
  )
  UPDATE rep_state r
     SET confirmed_sequence = r.recording_sequence, confirmed_paused = r.recording_paused, confirmed_at = clock_timestamp()
    FROM confirmed
   WHERE r.user_id = confirmed.user_id
  RETURNING r.user_id, r.version, r.confirmed_sequence, r.confirmed_paused, r.confirmed_at`;
