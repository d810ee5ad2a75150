/** An instance writes a heartbeat with every look. After this time without one, its companions count as lost. */
const longestUnseen = `interval '3 seconds'`;
const instanceIsSeen = `i.seen_at > clock_timestamp() - ${longestUnseen}`;

/** When a connection `c` to an instance `i` ended; null: it has not. A row without an end and an instance is of one that was cut off. */
export const companionEndedAt = `coalesce(c.ended_at, CASE WHEN ${instanceIsSeen} THEN NULL ELSE i.seen_at + ${longestUnseen} END)`;
export const companionEndedAs = `coalesce(c.ended_as, CASE WHEN ${instanceIsSeen} THEN NULL ELSE 'cut off' END)`;

/**
 * A companion that was lost without leaving may be recording: for 10 s if it declared that it stops without a sign of life, else for
 * 60 s.
 */
export const companionMayRecordUntil = `${companionEndedAt}
                   + CASE WHEN c.protocol >= 2 THEN interval '10 seconds' ELSE interval '60 seconds' END`;

/** A `ConnectionOnFile`. */
export const connectionColumns = `
  c.id AS companion, c.since_sequence::float8 AS "sinceSequence", c.until_sequence::float8 AS "untilSequence",
  ${companionEndedAs} AS "endedAs", ${companionMayRecordUntil} AS "mayRecordUntil"`;

/** Connections that may have been there for a recording state or a later one. SQL expressions: the rep, its sequence, when it was received. */
export const connectionsSince = (userId: string, sequence: string, receivedAt: string) => `
  companion_connections c LEFT JOIN service_instances i ON i.id = c.instance_id
  WHERE c.user_id = ${userId}
    AND (c.until_sequence IS NULL OR c.until_sequence >= ${sequence} OR c.ended_at > ${receivedAt} - interval '1 minute')`;

/** Whether an event requested a pause. A call of a platform that comes back may begin with the one that was requested before. */
export const isPause = (event: string) => `(${event}.event = 'recording-paused' OR ${event}.opened_paused)`;
