import type { ServiceUnderTest } from './service-under-test.ts';

type Database = Pick<ServiceUnderTest, 'query'>;

export interface SessionRow {
  id: string;
  call_id: string | null;
  opened_at: Date;
  ended_at: Date | null;
  end_reported_at: Date | null;
  finalized_at: Date | null;
  lease_until: Date | null;
  lease_token: string | null;
}

export async function sessionOf({ query }: Database, id: string): Promise<SessionRow> {
  const [row] = await query<SessionRow>(
    `SELECT id, call_id, opened_at, ended_at, end_reported_at, finalized_at, lease_until, lease_token
       FROM transcription_sessions WHERE id = $1`,
    [id],
  );
  if (row === undefined) throw new Error('there is no such session');
  return row;
}

export interface ChunkRow {
  sequence: number;
  speaker: string;
  text: string;
  started_at: Date;
  ended_at: Date;
  received_at: Date;
}

/** The transcript of a session, by sequence. */
export function chunksOf({ query }: Database, id: string): Promise<ChunkRow[]> {
  return query<ChunkRow>(
    `SELECT sequence::float8, speaker, text, started_at, ended_at, received_at
       FROM transcription_chunks WHERE session_id = $1 ORDER BY sequence`,
    [id],
  );
}
