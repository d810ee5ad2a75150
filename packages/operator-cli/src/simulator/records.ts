import type { Query } from '@callside/database';
import type { CallEventName } from '@callside/schemas';

export interface RepStateRow {
  user_id: string;
  version: number;
  call_reference: string | null;
  phone_number: string | null;
  on_hold: boolean;
  recording_paused: boolean;
  recording_sequence: number;
}

export interface EventRow {
  event: CallEventName;
  event_id: string | null;
  agent_email: string;
  occurred_at: Date;
  run: string | null;
  agent_resolved: boolean;
  call_active: boolean;
}

export interface CallRow {
  reference: string;
  agent_email: string;
  phone_number: string;
  ended_at: Date | null;
  end_reason: string | null;
  chats: number;
}

export interface SessionRow {
  id: string;
  call_reference: string | null;
  finalized_at: Date | null;
  ended_at: Date | null;
  end_reported_at: Date | null;
}

export interface ChunkRow {
  session_id: string;
  sequence: number;
}

/** All rows of the simulated reps in the database. */
export interface Records {
  states: RepStateRow[];
  /** In the order in which they were applied. */
  events: EventRow[];
  calls: CallRow[];
  sessions: SessionRow[];
  chunks: ChunkRow[];
}

interface Whose {
  brandId: string;
  users: readonly { id: string; email: string }[];
  /** By the database's clock. */
  since: Date;
}

export function readStates(query: Query, users: Whose['users']): Promise<RepStateRow[]> {
  return query(
    `SELECT user_id, version::float8 AS version, call_reference, phone_number, on_hold, recording_paused,
            recording_sequence::float8 AS recording_sequence
       FROM rep_state WHERE user_id = ANY ($1::uuid[])`,
    [users.map(({ id }) => id)],
  );
}

export async function readRecords(query: Query, { brandId, users, since }: Whose): Promise<Records> {
  const ids = users.map(({ id }) => id);
  return {
    states: await readStates(query, users),
    events: await query(
      `SELECT event, event_id, agent_email, occurred_at, metadata ->> 'simulated' AS run, agent_resolved, call_active
         FROM call_events WHERE brand_id = $1 AND received_at >= $2 AND agent_email = ANY ($3::text[]) ORDER BY id`,
      [brandId, since, users.map(({ email }) => email)],
    ),
    calls: await query(
      `SELECT reference, agent_email, phone_number, ended_at, end_reason,
              (SELECT count(*)::int FROM chats WHERE call_id = calls.id) AS chats
         FROM calls WHERE user_id = ANY ($1::uuid[]) ORDER BY started_at`,
      [ids],
    ),
    sessions: await query(
      `SELECT s.id, c.reference AS call_reference, s.finalized_at, s.ended_at, s.end_reported_at
         FROM transcription_sessions s LEFT JOIN calls c ON c.id = s.call_id WHERE s.user_id = ANY ($1::uuid[])`,
      [ids],
    ),
    chunks: await query(
      `SELECT session_id, sequence::float8 AS sequence FROM transcription_chunks
        WHERE session_id IN (SELECT id FROM transcription_sessions WHERE user_id = ANY ($1::uuid[]))`,
      [ids],
    ),
  };
}

export async function readDatabaseTime(query: Query): Promise<Date> {
  const [row] = await query<{ at: Date }>('SELECT clock_timestamp() AS at');
  if (row === undefined) throw new Error('the database returned no time');
  return row.at;
}
