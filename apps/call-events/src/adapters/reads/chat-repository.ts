import type { Query } from '@callside/database';
import type { Page } from '../../domain/page.ts';
import type { ChatOnFile, ChatQuestion } from '../../use-cases/reads/list-chats.ts';
import type { ChatWithTranscript, TranscriptPiece } from '../../use-cases/reads/read-chat.ts';
import { type Bounded, boundedPage, toPage } from './bounded-page.ts';
import {
  type CallRow,
  callColumns,
  joinLive,
  joinSession,
  type SessionRow,
  sessionColumns,
  toCall,
  toSession,
} from './call-rows.ts';
import { readTimeline } from './timeline.ts';

// By way of the calls, along their indexes by time, rep and number. A number is looked up by its hash: see the index.
// $1 brand, $2 number, $3 address, $4 and $5 the instant and chat to go on after, $6 how many.
const selectPage = boundedPage(
  `SELECT chat.id AS chat_id, chat.created_at, ${callColumns}
     FROM calls c JOIN chats chat ON chat.call_id = c.id ${joinLive}
    WHERE c.brand_id = $1
      AND ($2::text IS NULL OR (md5(c.phone_number) = md5($2) AND c.phone_number = $2))
      AND ($3::text IS NULL OR c.user_id = (SELECT id FROM users WHERE brand_id = $1 AND email = $3))
      AND ($4::timestamptz IS NULL OR (c.started_at <= $4 AND (c.started_at, chat.id) < ($4, $5::uuid)))
    ORDER BY c.started_at DESC, chat.id DESC LIMIT $6`,
  'started_at DESC, chat_id DESC',
);

const selectChat = `
  SELECT c.id AS call_id, chat.id AS chat_id, chat.created_at, ${callColumns}, ${sessionColumns}
    FROM chats chat JOIN calls c ON c.id = chat.call_id ${joinLive} ${joinSession}
   WHERE chat.brand_id = $1 AND chat.id = $2`;

const selectTranscript = `
  SELECT sequence, speaker, text, started_at, ended_at FROM transcription_chunks
   WHERE session_id = $1 ORDER BY sequence`;

interface ChatRow extends CallRow {
  chat_id: string;
  created_at: Date;
}

interface ChunkRow {
  sequence: string;
  speaker: string;
  text: string;
  started_at: Date;
  ended_at: Date;
}

/** Chats as they are read. The internal ids of their calls stay in here. */
export function createChatRepository({ query }: { query: Query }) {
  async function readTranscript(sessionId: string): Promise<TranscriptPiece[]> {
    const rows = await query<ChunkRow>(selectTranscript, [sessionId]);
    return rows.map(({ sequence, speaker, text, started_at, ended_at }) => ({
      sequence: Number(sequence),
      speaker,
      text,
      startedAt: started_at,
      endedAt: ended_at,
    }));
  }

  return {
    /** Newest call first. */
    async readPage({ brandId, phoneNumber, agentEmail, after, limit }: ChatQuestion): Promise<Page<ChatOnFile>> {
      const rows = await query<ChatRow & Bounded>(selectPage, [
        brandId,
        phoneNumber,
        agentEmail,
        after?.at ?? null,
        after?.id ?? null,
        limit + 1,
      ]);
      return toPage(rows, limit, {
        item: toChat,
        position: ({ started_at, chat_id }) => ({ at: started_at, id: chat_id }),
      });
    },

    /** The chat with all that it shows; null when the brand has none of that id. */
    async findChat(brandId: string, chatId: string): Promise<ChatWithTranscript | null> {
      const [row] = await query<ChatRow & SessionRow & { call_id: string }>(selectChat, [brandId, chatId]);
      if (row === undefined) return null;
      const session = toSession(row);
      const [timeline, transcript] = await Promise.all([
        readTimeline(query, row.call_id),
        session === null ? [] : readTranscript(session.id),
      ]);
      return { ...toChat(row), session, timeline, transcript };
    },
  };
}

function toChat(row: ChatRow): ChatOnFile {
  return { id: row.chat_id, createdAt: row.created_at, call: toCall(row) };
}
