import type { CallEventName } from '@callside/test-kit';
import pg from 'pg';
import type { OnFile } from './on-file.ts';

/** Reads the data of the services directly from the tables, not through the services. */
export async function readOnFile(databaseUrl: string): Promise<OnFile> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    return {
      events: await readEvents(client),
      reps: await readReps(client),
      calls: await readCalls(client),
      reusedIds: await readReusedIds(client),
      recommendations: (await client.query('SELECT id FROM recommendations')).rows.map(({ id }) => id),
      purchases: await readPurchases(client),
      sessions: await readSessions(client),
      chunks: await readChunks(client),
    };
  } finally {
    await client.end();
  }
}

async function readEvents(client: pg.Client): Promise<OnFile['events']> {
  const { rows } = await client.query(
    `SELECT e.id, e.event, e.event_id, e.agent_email, u.email AS rep_email, c.reference, e.phone_number, e.customer_id,
            e.metadata::text AS metadata, extract(epoch FROM e.received_at) * 1000 AS received_ms,
            e.agent_resolved, e.call_active, e.position
       FROM call_events e
       LEFT JOIN users u ON u.id = e.user_id
       LEFT JOIN calls c ON c.id = e.call_id
      ORDER BY e.id`,
  );
  return rows.map((row) => ({
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
    position: row.position === null ? null : Number(row.position),
  }));
}

async function readReps(client: pg.Client): Promise<OnFile['reps']> {
  const { rows } = await client.query(
    `SELECT u.email, r.version, r.recording_sequence, r.recording_paused, r.call_reference, r.on_hold
       FROM rep_state r JOIN users u ON u.id = r.user_id`,
  );
  return rows.map((row) => ({
    rep: repNameOf(row.email) ?? '',
    version: Number(row.version),
    sequence: Number(row.recording_sequence),
    paused: row.recording_paused,
    call: row.call_reference,
    onHold: row.on_hold,
  }));
}

async function readCalls(client: pg.Client): Promise<OnFile['calls']> {
  const { rows } = await client.query(
    'SELECT c.reference, u.email, c.end_reason FROM calls c JOIN users u ON u.id = c.user_id',
  );
  return rows.map(({ reference, email, end_reason }) => ({
    reference,
    rep: repNameOf(email) ?? '',
    endReason: end_reason,
  }));
}

async function readReusedIds(client: pg.Client): Promise<OnFile['reusedIds']> {
  const { rows } = await client.query(
    'SELECT e.event_id, r.event FROM reused_event_ids r JOIN call_events e ON e.id = r.call_event_id',
  );
  return rows.map(({ event_id, event }) => ({ eventId: event_id, event }));
}

async function readPurchases(client: pg.Client): Promise<OnFile['purchases']> {
  const { rows } = await client.query(
    `SELECT p.id, array_remove(array_agg(l.order_line_id), NULL) AS lines
       FROM purchases p LEFT JOIN purchase_lines l ON l.purchase_id = p.id GROUP BY p.id`,
  );
  return rows.map(({ id, lines }) => ({ purchaseId: id, lines }));
}

async function readSessions(client: pg.Client): Promise<OnFile['sessions']> {
  const { rows } = await client.query(
    `SELECT s.id, u.email, c.reference, s.finalized_at IS NOT NULL AS is_finalized,
            extract(epoch FROM s.ended_at) * 1000 AS ended_ms
       FROM transcription_sessions s JOIN users u ON u.id = s.user_id LEFT JOIN calls c ON c.id = s.call_id`,
  );
  return rows.map((row) => ({
    session: row.id,
    rep: repNameOf(row.email) ?? '',
    call: row.reference,
    isFinalized: row.is_finalized,
    endedMs: row.ended_ms === null ? null : Number(row.ended_ms),
  }));
}

async function readChunks(client: pg.Client): Promise<OnFile['chunks']> {
  const { rows } = await client.query('SELECT session_id, sequence, text FROM transcription_chunks');
  return rows.map(({ session_id, sequence, text }) => ({ session: session_id, sequence: Number(sequence), text }));
}

/** `rep3@…` is `rep 3`. */
function repNameOf(email: string | null): string | null {
  const number = /^rep(\d+)@/.exec(email ?? '')?.[1];
  return number === undefined ? null : `rep ${number}`;
}
