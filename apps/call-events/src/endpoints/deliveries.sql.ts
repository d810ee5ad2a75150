// How deliveries of an endpoint are taken, each by one instance.

/** The events that cursors read from the logs of reps. */
const ofLog = `'{call.started,call.ended}'::text[]`;
/** Longer than an attempt takes. After it another instance may send it. */
const lease = `interval '1 minute'`;
/** How long a delivery is retried, and how long an endpoint may fail. */
const longest = `interval '1 day'`;

/** Endpoints with something to do, with cursors of their own for reps who are new. */
export const selectDueEndpoints = `
  WITH lanes AS MATERIALIZED (
    SELECT e.id AS endpoint_id, r.user_id, c.user_id IS NULL AS is_new
      FROM endpoints e
      JOIN rep_state r ON r.brand_id = e.brand_id
      LEFT JOIN endpoint_cursors c ON c.endpoint_id = e.id AND c.user_id = r.user_id
     WHERE e.off_at IS NULL AND e.events && ${ofLog} AND r.position > coalesce(c.position, 0)
  ), added AS (
    INSERT INTO endpoint_cursors (endpoint_id, user_id, position)
    SELECT endpoint_id, user_id, 0 FROM lanes WHERE is_new
    ON CONFLICT DO NOTHING
  )
  SELECT e.id, e.url, e.secret_sealed AS "secretSealed"
    FROM endpoints e
   WHERE e.off_at IS NULL
     AND (e.id IN (SELECT endpoint_id FROM lanes)
          OR EXISTS (SELECT FROM endpoint_deliveries d WHERE d.endpoint_id = e.id AND d.due_at <= clock_timestamp()))`;

/**
 * Moves cursors whose rep has nothing under way to their next start or end of a call, and notes it. A start that superseded a call has two:
 * the end comes first, because its name does. A call that was deleted has none. $1 endpoint.
 */
export const readLogs = `
  WITH lane AS MATERIALIZED (
    SELECT c.user_id, c.position, r.position AS head
      FROM endpoint_cursors c JOIN rep_state r ON r.user_id = c.user_id
     WHERE c.endpoint_id = $1 AND r.position > c.position
       AND EXISTS (SELECT FROM endpoints WHERE id = c.endpoint_id AND off_at IS NULL)
       AND NOT EXISTS (SELECT FROM endpoint_deliveries w WHERE w.endpoint_id = c.endpoint_id AND w.user_id = c.user_id AND w.holds)
     LIMIT 100
       FOR UPDATE OF c SKIP LOCKED
  ), next AS MATERIALIZED (
    SELECT lane.user_id, coalesce(e.position, lane.head) AS position, e.event, e.call_id, e.superseded_call_id
      FROM lane LEFT JOIN LATERAL (
        SELECT * FROM call_events
         WHERE user_id = lane.user_id AND position > lane.position AND position <= lane.head
           AND call_active AND event IN ('call-started', 'call-ended')
         ORDER BY position LIMIT 1
      ) AS e ON true
  ), moved AS (
    UPDATE endpoint_cursors c SET position = next.position FROM next WHERE c.endpoint_id = $1 AND c.user_id = next.user_id
  ), told AS (
    SELECT user_id, position, 'call.ended' AS event, superseded_call_id AS call_id FROM next
    UNION ALL
    SELECT user_id, position, CASE event WHEN 'call-started' THEN 'call.started' ELSE 'call.ended' END, call_id FROM next
  )
  INSERT INTO endpoint_deliveries (id, endpoint_id, event, call_id, user_id, position, holds, due_at)
  SELECT endpoint_delivery_id(e.id, told.event, told.call_id::text), e.id, told.event, told.call_id, told.user_id, told.position, true,
         clock_timestamp()
    FROM told JOIN calls c ON c.id = told.call_id JOIN endpoints e ON e.id = $1 AND told.event = ANY (e.events)
  ON CONFLICT (id) DO NOTHING`;

/**
 * Takes deliveries that are due, and reads what their bodies are built from. What is of a rep waits for what comes before it in the rep's
 * log, and the notes of a call for its end. $1 endpoint, $2 the most.
 */
export const takeDue = `
  WITH due AS MATERIALIZED (
    SELECT d.id
      FROM endpoint_deliveries d
      JOIN endpoints e ON e.id = d.endpoint_id AND e.off_at IS NULL
     CROSS JOIN LATERAL (
       SELECT CASE WHEN d.event = 'call.completed'
                   THEN greatest(d.position, (SELECT max(l.position) FROM call_events l WHERE l.call_id = d.call_id))
                   ELSE d.position END AS position
     ) AS place
     WHERE d.endpoint_id = $1 AND d.due_at <= clock_timestamp()
       AND NOT EXISTS (
         SELECT FROM endpoint_deliveries w
          WHERE w.endpoint_id = d.endpoint_id AND w.user_id = d.user_id AND w.holds AND w.id <> d.id
            AND (w.position < place.position OR (w.position = place.position AND (NOT d.holds OR w.event < d.event))))
       AND NOT EXISTS (
         SELECT FROM endpoint_cursors c
          WHERE c.endpoint_id = d.endpoint_id AND c.user_id = d.user_id AND c.position < place.position)
       AND NOT (d.event = 'call.completed' AND EXISTS (SELECT FROM calls WHERE id = d.call_id AND ended_at IS NULL))
     ORDER BY d.due_at LIMIT $2
       FOR UPDATE OF d SKIP LOCKED
  ), taken AS (
    UPDATE endpoint_deliveries d
       SET due_at = clock_timestamp() + ${lease}, attempts = attempts + 1, retry_since = coalesce(retry_since, clock_timestamp())
      FROM due WHERE d.id = due.id
    RETURNING d.*
  )
  SELECT d.id, d.event, d.subject, d.created_at AS "notedAt", b.slug AS brand, b.currency,
         c.reference, c.agent_email AS "agentEmail", c.phone_number AS "phoneNumber", c.customer_id AS "customerId",
         c.picked_customer_id AS "pickedCustomerId", c.picked_phone_number AS "pickedPhoneNumber",
         c.started_at AS "startedAt", c.ended_at AS "endedAt", c.end_reason AS "endReason",
         EXISTS (SELECT FROM call_events t WHERE t.call_id = c.id AND t.event = 'call-started' AND t.is_test) AS "isTest",
         n.note, n.disposition, n.updated_at AS "notesAt",
         o.outcome_id AS "outcomeId", o.recommendation_id AS "recommendationId", o.sku, o.reason, o.qty::float8 AS qty,
         o.unit_price::float8 AS "unitPrice", o.created_at AS "recordedAt", o.voided_at AS "voidedAt",
         (SELECT received_at FROM call_events p
           WHERE p.call_id = c.id
             AND p.recording_sequence = CASE d.event WHEN 'pause.unconfirmed' THEN d.subject::bigint END) AS "pausedAt"
    FROM taken d
    JOIN endpoints e ON e.id = d.endpoint_id
    JOIN brands b ON b.id = e.brand_id
    LEFT JOIN calls c ON c.id = d.call_id
    LEFT JOIN call_notes n ON d.event = 'call.completed' AND n.call_id = c.id
    LEFT JOIN offer_outcomes o
      ON o.id = CASE WHEN d.event IN ('sale.recorded', 'offer.declined') THEN d.subject::uuid END`;

/** $1 id, $2 the HTTP status. */
export const closeDelivered = `
  WITH closed AS (
    UPDATE endpoint_deliveries
       SET state = 'delivered', holds = false, due_at = NULL, attempted_at = clock_timestamp(), status = $2, problem = NULL
     WHERE id = $1 RETURNING endpoint_id
  )
  UPDATE endpoints e SET failing_since = NULL FROM closed WHERE e.id = closed.endpoint_id AND e.failing_since IS NOT NULL`;

/** The next attempt is as far away as the first one, at least 5 s and at most 15 min. */
const retryPause = `greatest(interval '5 seconds', least(interval '15 minutes', clock_timestamp() - retry_since)) * (1 + random() / 5)`;

/**
 * Gives it up after a day, and switches an endpoint off that has failed for a day. $1 id, $2 the HTTP status or null, $3 the problem or
 * null.
 */
export const noteFailure = `
  WITH noted AS (
    UPDATE endpoint_deliveries d
       SET state = CASE WHEN is_over THEN 'failed' ELSE 'waiting' END, holds = holds AND NOT is_over,
           due_at = CASE WHEN NOT is_over THEN clock_timestamp() + ${retryPause} END,
           attempted_at = clock_timestamp(), status = $2, problem = $3
      FROM (SELECT id, retry_since < clock_timestamp() - ${longest} AS is_over FROM endpoint_deliveries WHERE id = $1) AS this
     WHERE d.id = this.id AND d.state = 'waiting'
    RETURNING d.endpoint_id
  )
  UPDATE endpoints e
     SET failing_since = coalesce(failing_since, clock_timestamp()),
         off_at = coalesce(off_at, CASE WHEN failing_since < clock_timestamp() - ${longest} THEN clock_timestamp() END)
    FROM noted WHERE e.id = noted.endpoint_id`;
