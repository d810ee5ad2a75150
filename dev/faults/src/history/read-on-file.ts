import pg from 'pg';
import type {
  CallOnFile,
  ChunkOnFile,
  EventRow,
  OnFile,
  PurchaseOnFile,
  RepOnFile,
  ReusedIdOnFile,
  SessionOnFile,
} from './on-file.ts';

/** `rep3@…` is `rep 3`; null for another address. */
const rep = `'rep ' || substring(u.email FROM '^rep([0-9]+)@')`;

/** Reads the data of the services directly from the tables, not through the services. */
export async function readOnFile(databaseUrl: string): Promise<OnFile> {
  const client = new pg.Client({ connectionString: databaseUrl });
  const read = async <Row>(sql: string): Promise<Row[]> => (await client.query(sql)).rows;
  await client.connect();
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    return {
      events: await read<EventRow>(
        `SELECT e.id::float8 AS id, e.event, e.event_id AS "eventId", e.agent_email AS "agentEmail", ${rep} AS rep,
                c.reference AS call, e.phone_number AS "phoneNumber", e.customer_id AS "customerId",
                e.metadata::text AS metadata, (extract(epoch FROM e.received_at) * 1000)::float8 AS "receivedMs",
                e.agent_resolved AS "agentResolved", e.call_active AS "callActive", e.position::float8 AS position
           FROM call_events e
           LEFT JOIN users u ON u.id = e.user_id
           LEFT JOIN calls c ON c.id = e.call_id
          ORDER BY e.id`,
      ),
      reps: await read<RepOnFile>(
        `SELECT coalesce(${rep}, '') AS rep, r.version::float8 AS version, r.recording_sequence::float8 AS sequence,
                r.recording_paused AS paused, r.call_reference AS call, r.on_hold AS "onHold"
           FROM rep_state r JOIN users u ON u.id = r.user_id`,
      ),
      calls: await read<CallOnFile>(
        `SELECT c.reference, coalesce(${rep}, '') AS rep, c.end_reason AS "endReason"
           FROM calls c JOIN users u ON u.id = c.user_id`,
      ),
      reusedIds: await read<ReusedIdOnFile>(
        `SELECT e.event_id AS "eventId", r.event
           FROM reused_event_ids r JOIN call_events e ON e.id = r.call_event_id`,
      ),
      recommendations: (await read<{ id: string }>('SELECT id FROM recommendations')).map(({ id }) => id),
      purchases: await read<PurchaseOnFile>(
        `SELECT p.id AS "purchaseId", array_remove(array_agg(l.order_line_id), NULL) AS lines
           FROM purchases p LEFT JOIN purchase_lines l ON l.purchase_id = p.id GROUP BY p.id`,
      ),
      sessions: await read<SessionOnFile>(
        `SELECT s.id AS session, coalesce(${rep}, '') AS rep, c.reference AS call,
                s.finalized_at IS NOT NULL AS "isFinalized", (extract(epoch FROM s.ended_at) * 1000)::float8 AS "endedMs"
           FROM transcription_sessions s JOIN users u ON u.id = s.user_id LEFT JOIN calls c ON c.id = s.call_id`,
      ),
      chunks: await read<ChunkOnFile>(
        'SELECT session_id AS session, sequence::float8 AS sequence, text FROM transcription_chunks',
      ),
    };
  } finally {
    await client.end();
  }
}
