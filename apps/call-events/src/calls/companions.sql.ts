import { companionEndedAt, companionMayRecordUntil } from '../evidence/index.ts';

/** The companions of a rep on all instances, as columns of `k`. `userId`: an SQL expression. */
export function joinPresentCompanions(userId: string): string {
  return `LEFT JOIN LATERAL (
      SELECT count(*) FILTER (WHERE p.connected)::int AS companions,
             count(*) FILTER (WHERE NOT p.connected AND p.may_record)::int AS lost_companions,
             min(coalesce(p.acknowledged_sequence, -1)) FILTER (WHERE p.connected) AS acknowledged_sequence,
             max(p.acknowledged_at) FILTER (WHERE p.connected) AS acknowledged_at
        FROM (
          SELECT c.acknowledged_sequence, c.acknowledged_at, ${companionEndedAt} IS NULL AS connected,
                 ${companionMayRecordUntil} > clock_timestamp() AS may_record
            FROM companion_connections c JOIN service_instances i ON i.id = c.instance_id
           WHERE c.user_id = ${userId} AND c.instance_id IS NOT NULL
        ) AS p
    ) AS k ON true`;
}

/** The columns of `k` as `CompanionColumns`. */
export const companionColumns = 'k.companions, k.lost_companions, k.acknowledged_sequence, k.acknowledged_at';

export interface CompanionColumns {
  companions: number;
  lost_companions: number;
  acknowledged_sequence: string | null;
  acknowledged_at: Date | null;
}

/**
 * Stores a confirmation for reps whose connected companions have all acknowledged the current sequence, with the time that snapshots
 * show without it. A rep whose row somebody else holds is left out: snapshots show their companions' acknowledgements. $1 user ids.
 */
export const keepConfirmations = `
  WITH confirmed AS MATERIALIZED (
    SELECT r.user_id, k.acknowledged_at
      FROM unnest($1::uuid[]) AS asked (user_id) JOIN rep_state r USING (user_id) ${joinPresentCompanions('asked.user_id')}
     WHERE k.companions > 0 AND k.lost_companions = 0 AND k.acknowledged_sequence = r.recording_sequence
     ORDER BY r.user_id
       FOR NO KEY UPDATE OF r SKIP LOCKED
  )
  UPDATE rep_state r
     SET confirmed_sequence = r.recording_sequence, confirmed_paused = r.recording_paused, confirmed_at = confirmed.acknowledged_at
    FROM confirmed
   WHERE r.user_id = confirmed.user_id`;
