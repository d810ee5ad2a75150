import type { Query } from '@callside/database';
import type { Transcript } from './rules/chat-on-file.ts';

const mostPieces = 1_000;
/** Of the resulting JSON: a control character takes one byte in the table and six in JSON. */
const greatestBytes = 4 * 1024 * 1024;

// $1 session, $2 the sequence to continue after.
const selectPieces = `
  SELECT * FROM (
    SELECT page.*, count(*) OVER () AS found,
           sum(octet_length(to_json(page)::text)) OVER (ORDER BY sequence) - octet_length(to_json(page)::text) AS bytes_before
      FROM (
        SELECT sequence, speaker, text, started_at, ended_at FROM transcription_chunks
         WHERE session_id = $1 AND ($2::bigint IS NULL OR sequence > $2)
         ORDER BY sequence LIMIT ${mostPieces + 1}
      ) AS page
  ) AS measured
  WHERE bytes_before < ${greatestBytes} ORDER BY sequence`;

interface PieceRow {
  sequence: string;
  speaker: string;
  text: string;
  started_at: Date;
  ended_at: Date;
  found: string;
}

/** The chunks of a session after a sequence, as many as fit an answer. */
export async function readTranscript(query: Query, sessionId: string, after: number | null): Promise<Transcript> {
  const rows = await query<PieceRow>(selectPieces, [sessionId, after]);
  const kept = rows.slice(0, mostPieces);
  const last = kept.at(-1);
  return {
    chunks: kept.map(({ sequence, speaker, text, started_at, ended_at }) => ({
      sequence: Number(sequence),
      speaker,
      text,
      startedAt: started_at,
      endedAt: ended_at,
    })),
    next:
      last !== undefined && Number(last.found) > kept.length ? { sessionId, sequence: Number(last.sequence) } : null,
  };
}
