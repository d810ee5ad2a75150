import type { Query } from '@callside/database';
import { type Bounded, boundedPage, toPage } from '../bounded-page.sql.ts';
import type { Transcript } from './rules/chat-on-file.ts';

const mostPieces = 1_000;

// $1 session, $2 the sequence to continue after. A control character takes one byte in the table and six in the resulting JSON.
const selectPieces = boundedPage(
  `SELECT sequence, speaker, text, started_at, ended_at FROM transcription_chunks
    WHERE session_id = $1 AND ($2::bigint IS NULL OR sequence > $2)
    ORDER BY sequence LIMIT ${mostPieces + 1}`,
  'sequence',
  'to_json(page)::text',
);

interface PieceRow extends Bounded {
  sequence: string;
  speaker: string;
  text: string;
  started_at: Date;
  ended_at: Date;
}

/** The chunks of a session after a sequence, as many as fit an answer. */
export async function readTranscript(query: Query, sessionId: string, after: number | null): Promise<Transcript> {
  const rows = await query<PieceRow>(selectPieces, [sessionId, after]);
  const { items, next } = toPage(rows, mostPieces, {
    item: ({ sequence, speaker, text, started_at, ended_at }) => ({
      sequence: Number(sequence),
      speaker,
      text,
      startedAt: started_at,
      endedAt: ended_at,
    }),
    position: ({ sequence }) => ({ sessionId, sequence: Number(sequence) }),
  });
  return { chunks: items, next };
}
