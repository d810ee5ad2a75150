import { companionEndedAs, companionEndedAt, companionMayRecordUntil } from '../../evidence/index.ts';

/**
 * The companions that may matter for the recording state of an event, and whether it is in force: until an event that says otherwise.
 * One row without a companion if there is none. $1 rep, $2 position of the event, $3 event, $4 its sequence, $5 when it was received.
 */
export const selectRecordingEvidence = `
  WITH replaced AS MATERIALIZED (
    SELECT position, received_at FROM call_events
     WHERE user_id = $1 AND position > $2 AND recording_sequence IS NOT NULL AND event <> $3
     ORDER BY position LIMIT 1
  ), same AS MATERIALIZED (
    SELECT max(recording_sequence) AS last FROM call_events
     WHERE user_id = $1 AND position >= $2 AND recording_sequence IS NOT NULL
       AND position < coalesce((SELECT position FROM replaced), ${2n ** 63n - 1n})
  )
  SELECT s.call_id IS NOT NULL AND s.recording_sequence = same.last AS in_force,
         (SELECT received_at FROM replaced) AS replaced_at, k.*
    FROM same
    JOIN rep_state s ON s.user_id = $1
    LEFT JOIN LATERAL (
      SELECT c.since_sequence, c.until_sequence, c.acknowledged_sequence, ${companionEndedAs} AS ended_as,
             ${companionEndedAt} AS ended_at, coalesce(${companionMayRecordUntil} > $5::timestamptz, false) AS may_record,
             (SELECT min(a.acknowledged_at) FROM recording_acknowledgements a
               WHERE a.connection_id = c.id AND a.sequence BETWEEN $4 AND same.last) AS acknowledged_at
        FROM companion_connections c
        LEFT JOIN service_instances i ON i.id = c.instance_id
       WHERE c.user_id = $1 AND c.since_sequence <= same.last
         AND (c.until_sequence IS NULL OR c.until_sequence >= $4 OR c.ended_at > $5::timestamptz - interval '1 minute')
    ) AS k ON true`;
