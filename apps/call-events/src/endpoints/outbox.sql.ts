// What notes events for endpoints, in the transaction of what it tells. The events of the log of a rep need none: cursors read it.

/**
 * `source`: a relation with the columns brand_id, event, key, call_id, user_id, subject and at, when it was; null: now. The key makes the
 * webhook-id: the same event with the same key goes out once. In the order of ids, so that two transactions with the same events wait for
 * each other only one way.
 */
export const insertDeliveries = (source: string) => `
  INSERT INTO endpoint_deliveries (id, endpoint_id, event, call_id, user_id, position, subject, due_at)
  SELECT endpoint_delivery_id(e.id, s.event, s.key), e.id, s.event, s.call_id, s.user_id, r.position, s.subject, clock_timestamp()
    FROM ${source} AS s
    JOIN endpoints e ON e.brand_id = s.brand_id AND s.event = ANY (e.events) AND (s.at IS NULL OR s.at > e.created_at)
    LEFT JOIN rep_state r ON r.user_id = s.user_id
   ORDER BY 1
  ON CONFLICT (id) DO NOTHING`;

/** Pages save while somebody types. */
const notesRest = `interval '3 seconds'`;

/**
 * `source`: a relation with the columns brand_id, call_id and user_id, of calls whose notes have changed. They go out after the end of the
 * call, when they have rested; a change before that goes out with them.
 */
export const insertNotesDeliveries = (source: string) => `
  INSERT INTO endpoint_deliveries (id, endpoint_id, event, call_id, user_id, position, due_at)
  SELECT endpoint_delivery_id(e.id, 'call.completed', gen_random_uuid()::text), e.id, 'call.completed', s.call_id, s.user_id, r.position,
         clock_timestamp() + ${notesRest}
    FROM ${source} AS s
    JOIN endpoints e ON e.brand_id = s.brand_id AND 'call.completed' = ANY (e.events)
    LEFT JOIN rep_state r ON r.user_id = s.user_id
  ON CONFLICT (endpoint_id, call_id) WHERE event = 'call.completed' AND attempts = 0
  DO UPDATE SET due_at = excluded.due_at, position = excluded.position`;
