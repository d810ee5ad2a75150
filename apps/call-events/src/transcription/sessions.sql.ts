// No write depends on an earlier read: each rule of ended_at, finalized_at and ownership is a condition of the statement
// that writes.

/** Serialises opening a session and ending its call: the events of a call lock the same row. $1 user id. */
export const lockRep = 'SELECT call_id FROM rep_state WHERE user_id = $1 FOR NO KEY UPDATE';

/** One of the rep's own calls. $1 user id, $2 brand id, $3 reference; null: the call $4. */
export const findOwnCall = `
  SELECT id, CASE WHEN end_reason = 'ended' THEN ended_at END AS reported_end
    FROM calls
   WHERE user_id = $1 AND brand_id = $2 AND CASE WHEN $3::uuid IS NULL THEN id = $4::uuid ELSE reference = $3 END`;

/**
 * Resumes the session that the rep opened last for a call, or opens one; an end that the dialler has reported becomes its end.
 * $1 id of a new session, $2 brand id, $3 user id, $4 call id, $5 reported end, $6 token, $7 seconds of the lease.
 */
export const openSession = `
  WITH resumed AS (
    UPDATE transcription_sessions
       SET lease_token = $6, lease_until = clock_timestamp() + make_interval(secs => $7), lease_orphaned = false,
           finalized_at = NULL
     WHERE id = (SELECT id FROM transcription_sessions WHERE call_id = $4 AND user_id = $3
                  ORDER BY opened_at DESC, id DESC LIMIT 1)
    RETURNING id
  ), opened AS (
    INSERT INTO transcription_sessions (id, brand_id, user_id, call_id, opened_at, ended_at, end_reported_at,
                                        lease_token, lease_until)
    SELECT $1, $2, $3, $4, clock_timestamp(), $5::timestamptz, $5::timestamptz, $6,
           clock_timestamp() + make_interval(secs => $7)
     WHERE NOT EXISTS (SELECT FROM resumed)
    RETURNING id
  )
  SELECT id FROM resumed UNION ALL SELECT id FROM opened`;

/** Gives a session to another producer. $1 id, $2 user id, $3 token, $4 seconds of the lease. */
export const resumeSession = `
  UPDATE transcription_sessions
     SET lease_token = $3, lease_until = clock_timestamp() + make_interval(secs => $4), lease_orphaned = false,
         finalized_at = NULL
   WHERE id = $1 AND user_id = $2
  RETURNING id`;

/**
 * Stores the refresh of a lease by its owner. Frames resume a session that was finalized because they had stopped; a session
 * that was closed or taken by another no longer has this owner. $1 id, $2 token, $3 seconds of the lease.
 */
export const mirrorRefresh = `
  UPDATE transcription_sessions
     SET lease_until = clock_timestamp() + make_interval(secs => $3), lease_orphaned = false, finalized_at = NULL
   WHERE id = $1 AND lease_token = $2
  RETURNING id`;

/**
 * Stores which owners have left their leases as orphans, in one statement for all that disconnect at once. Locks the rows in
 * one order. Returns the tokens that were the owners. $1 ids, $2 tokens, $3 seconds of the windows.
 */
export const mirrorOrphans = `
  UPDATE transcription_sessions
     SET lease_until = clock_timestamp() + make_interval(secs => left_by.seconds), lease_orphaned = true
    FROM (SELECT s.id, gone.token, gone.seconds
            FROM unnest($1::uuid[], $2::uuid[], $3::float8[]) AS gone (id, token, seconds)
            JOIN transcription_sessions s ON s.id = gone.id AND s.lease_token = gone.token AND s.finalized_at IS NULL
           ORDER BY s.id FOR NO KEY UPDATE OF s) AS left_by
   WHERE transcription_sessions.id = left_by.id AND lease_token = left_by.token AND finalized_at IS NULL
  RETURNING lease_token`;

/** One more than the highest stored sequence of a session, limited to safe integers. $1 session id. */
export const findNextSequence = `
  SELECT least(coalesce(max(sequence) + 1, 0), ${Number.MAX_SAFE_INTEGER}) AS next
    FROM transcription_chunks WHERE session_id = $1`;

/** $1 id, $2 user id. */
export const findSession = `
  SELECT lease_token AS "leaseToken", finalized_at AS "finalizedAt" FROM transcription_sessions WHERE id = $1 AND user_id = $2`;

/**
 * Finalizes a session permanently, unless its owner has changed since it was read: without an owner no frame resumes it. A
 * finalized session keeps its instant. $1 id, $2 the token that was read.
 */
export const closeSession = `
  UPDATE transcription_sessions
     SET finalized_at = coalesce(finalized_at, now.at), ended_at = coalesce(ended_at, now.at), lease_token = NULL
    FROM (SELECT clock_timestamp()::timestamptz(3) AS at) AS now
   WHERE id = $1 AND lease_token IS NOT DISTINCT FROM $2
  RETURNING finalized_at AS "finalizedAt", finalized_at = now.at AS "finalizedNow"`;

/**
 * Stores a chunk once, and moves the end of its session to the time of receipt, unless the dialler reported an end or the
 * session is finalized. No row for an unknown session. $1 session id, $2 user id, $3 sequence, $4 speaker, $5 text, $6 start, $7 end,
 * $8 masked.
 */
export const storeChunk = `
  WITH session AS (
    SELECT id, call_id FROM transcription_sessions WHERE id = $1 AND user_id = $2
  ), stored AS (
    INSERT INTO transcription_chunks (session_id, sequence, speaker, text, started_at, ended_at, masked)
    SELECT id, $3, $4, $5, $6::timestamptz, $7::timestamptz, $8 FROM session
    ON CONFLICT DO NOTHING
    RETURNING received_at
  ), moved AS (
    UPDATE transcription_sessions s SET ended_at = greatest(s.ended_at, stored.received_at)
      FROM stored
     WHERE s.id = $1 AND s.end_reported_at IS NULL AND s.finalized_at IS NULL
  )
  SELECT EXISTS (SELECT FROM stored) AS stored, c.reference FROM session LEFT JOIN calls c ON c.id = session.call_id`;

const overdue = 'finalized_at IS NULL AND lease_until < clock_timestamp()';

/** $1 limit. */
export const findOverdue = `
  SELECT id FROM transcription_sessions WHERE ${overdue} ORDER BY lease_until LIMIT $1`;

/**
 * Finalizes sessions that are still overdue. Skips rows that another transaction has locked; the next sweep finds them.
 * $1 ids.
 */
export const finalizeOverdue = `
  UPDATE transcription_sessions
     SET finalized_at = now.at, ended_at = coalesce(ended_at, now.at)
    FROM (SELECT clock_timestamp() AS at) AS now
   WHERE id IN (SELECT id FROM transcription_sessions WHERE id = ANY ($1::uuid[]) AND ${overdue} FOR NO KEY UPDATE SKIP LOCKED)
  RETURNING id`;

/** Extends the stored expiry of leases that still exist in the lease store. $1 ids, $2 seconds. */
export const postponeOverdue = `
  UPDATE transcription_sessions SET lease_until = clock_timestamp() + make_interval(secs => $2)
   WHERE id IN (SELECT id FROM transcription_sessions WHERE id = ANY ($1::uuid[]) AND ${overdue} FOR NO KEY UPDATE SKIP LOCKED)`;

/** The leases to restore in a store that lost them. */
export const findLeases = `
  SELECT id AS "sessionId", lease_token AS token, lease_orphaned AS "isOrphaned",
         extract(epoch FROM lease_until - clock_timestamp())::float8 * 1000 AS "forMs"
    FROM transcription_sessions
   WHERE finalized_at IS NULL AND lease_until > clock_timestamp() AND lease_token IS NOT NULL`;
