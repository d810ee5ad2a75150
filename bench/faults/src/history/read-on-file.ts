import pg from 'pg';
import type { CallEventName } from './call-event-name.ts';
import type { OnFile } from './on-file.ts';

/** Reads the data of the services directly from the tables, not through the services. */
export async function readOnFile(databaseUrl: string): Promise<OnFile> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const events = await client.query(
      `SELECT e.id, e.event, e.event_id, e.agent_email, u.email AS rep_email, c.reference, e.phone_number, e.customer_id,
              e.metadata::text AS metadata, extract(epoch FROM e.received_at) * 1000 AS received_ms,
              e.agent_resolved, e.call_active,
              e.relayed_at IS NOT NULL AND NOT EXISTS (SELECT FROM unrelayed_events w WHERE w.call_event_id = e.id) AS is_relayed
         FROM call_events e
         LEFT JOIN users u ON u.id = e.user_id
         LEFT JOIN calls c ON c.id = e.call_id
        ORDER BY e.id`,
    );
    const reps = await client.query(
      `SELECT u.email, r.version, r.recording_sequence, r.recording_paused, r.call_reference, r.on_hold
         FROM rep_state r JOIN users u ON u.id = r.user_id`,
    );
    const calls = await client.query(
      'SELECT c.reference, u.email, c.end_reason FROM calls c JOIN users u ON u.id = c.user_id',
    );
    const recommendations = await client.query('SELECT id FROM recommendations');
    const purchases = await client.query(
      `SELECT p.id, array_remove(array_agg(l.order_line_id), NULL) AS lines
         FROM purchases p LEFT JOIN purchase_lines l ON l.purchase_id = p.id GROUP BY p.id`,
    );
    const sessions = await client.query(
      `SELECT s.id, u.email, c.reference, s.finalized_at IS NOT NULL AS is_finalized,
              extract(epoch FROM s.ended_at) * 1000 AS ended_ms
         FROM transcription_sessions s JOIN users u ON u.id = s.user_id LEFT JOIN calls c ON c.id = s.call_id`,
    );
    const chunks = await client.query('SELECT session_id, sequence, text FROM transcription_chunks');
    return {
      events: events.rows.map((row) => ({
        id: Number(row.id),
        event: row.event as CallEventName,
        eventId: row.event_id,
        agentEmail: row.agent_email,
        rep: repNameOf(row.rep_email),
        call: row.reference,
        phoneNumber: row.phone_number,
        customerId: row.customer_id,
        metadata: row.metadata,
        receivedMs: Number(row.received_ms),
        agentResolved: row.agent_resolved,
        callActive: row.call_active,
        isRelayed: row.is_relayed,
      })),
      reps: reps.rows.map((row) => ({
        rep: repNameOf(row.email) ?? '',
        version: Number(row.version),
        sequence: Number(row.recording_sequence),
        paused: row.recording_paused,
        call: row.call_reference,
        onHold: row.on_hold,
      })),
      calls: calls.rows.map(({ reference, email, end_reason }) => ({
        reference,
        rep: repNameOf(email) ?? '',
        endReason: end_reason,
      })),
      recommendations: recommendations.rows.map(({ id }) => id),
      purchases: purchases.rows.map(({ id, lines }) => ({ purchaseId: id, lines })),
      sessions: sessions.rows.map((row) => ({
        session: row.id,
        rep: repNameOf(row.email) ?? '',
        call: row.reference,
        isFinalized: row.is_finalized,
        endedMs: row.ended_ms === null ? null : Number(row.ended_ms),
      })),
      chunks: chunks.rows.map(({ session_id, sequence, text }) => ({
        session: session_id,
        sequence: Number(sequence),
        text,
      })),
    };
  } finally {
    await client.end();
  }
}

/** `rep3@…` is `rep 3`. */
function repNameOf(email: string | null): string | null {
  const number = /^rep(\d+)@/.exec(email ?? '')?.[1];
  return number === undefined ? null : `rep ${number}`;
}
