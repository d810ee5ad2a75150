import type { PrismaClient, Query } from '@callside/database';
import { restorePlus } from '@callside/schemas';
import { type Bounded, boundedPage, toPage } from '../../bounded-page.sql.ts';
import type { CallOnFile } from '../../calls/index.ts';
import type { Page, TranscriptPosition } from '../../page.ts';
import {
  callColumns,
  callOfTeam,
  joinLive,
  joinSession,
  type SessionRow,
  sessionColumns,
  toSession,
} from '../call.sql.ts';
import type { ChatFilter, ChatOnFile, ChatWithTranscript, NamedChat, Transcript } from '../rules/chat-on-file.ts';
import { readTimeline } from '../timeline.store.ts';
import { readTranscript } from '../transcript.store.ts';

const hasNumber = (ownerColumn: string, owner: string) => `
  hashtextextended(phone_number, uuid_hash_extended(${ownerColumn}, 0)) = hashtextextended($5::text, uuid_hash_extended(${owner}, 0))
  AND phone_number = $5`;

/**
 * The ways to select calls, each with an index in page order. A number is looked up by its hash, because it may be a text of
 * any length. Prisma has neither this look-up nor the row comparison below: a page of 51 of 200,000 calls read 130,000 and 70,000
 * rows. `IS NOT DISTINCT FROM` excludes an index, so that the planner has only one to choose.
 * $1 brand, $2 the instant and $3 the chat before whose call the page begins, $4 limit, $5 the number, then the rep, then the team.
 */
const filters = {
  none: 'brand_id = $1',
  number: `${hasNumber('brand_id', '$1::uuid')} AND brand_id IS NOT DISTINCT FROM $1`,
  rep: 'user_id = $5::uuid AND brand_id IS NOT DISTINCT FROM $1',
  both: `${hasNumber('user_id', '$6::uuid')} AND user_id IS NOT DISTINCT FROM $6 AND brand_id IS NOT DISTINCT FROM $1`,
};

/** One page of the chats of the calls that match a filter. `team`: the parameter of one, `$5` and up; none: of the brand. */
export function selectChatPage(filter: keyof typeof filters, team?: string): string {
  return boundedPage(
    `SELECT c.id, chat.id AS "chatId", chat.created_at AS "createdAt", ${callColumns}
       FROM (SELECT * FROM calls
              WHERE ${filters[filter]} ${team === undefined ? '' : `AND ${callOfTeam(team, 'calls')}`}
                AND (started_at, id) < ($2::timestamptz, coalesce((SELECT call_id FROM chats WHERE id = $3::uuid), $3::uuid))
              ORDER BY started_at DESC, id DESC LIMIT $4) AS c
       JOIN chats chat ON chat.call_id = c.id ${joinLive}
      ORDER BY c.started_at DESC, c.id DESC`,
    '"startedAt" DESC, id DESC',
  );
}

// One statement, so one snapshot: Prisma sends five and takes 14 ms where this takes 1.
const selectChat = `
  SELECT c.id AS "callId", chat.id AS "chatId", chat.created_at AS "createdAt", ${callColumns}, ${sessionColumns}
    FROM chats chat JOIN calls c ON c.id = chat.call_id ${joinLive} ${joinSession}
   WHERE chat.brand_id = $1 AND chat.id = $2 AND ${callOfTeam('$3')}`;

// $1 brand, $2 chat, $3 team or null, $4 session; null: the one opened last.
const selectSession = `
  SELECT session.id
    FROM chats chat JOIN calls c ON c.id = chat.call_id ${joinSession}
    LEFT JOIN transcription_sessions session ON session.call_id = c.id AND session.id = coalesce($4::uuid, s.id)
   WHERE chat.brand_id = $1 AND chat.id = $2 AND ${callOfTeam('$3')}`;

const lowestChatId = '00000000-0000-0000-0000-000000000000';

interface ChatRow extends CallOnFile {
  chatId: string;
  createdAt: Date;
}

/** Chats for reading. The internal ids of their calls do not leave this module. */
export class ChatStore {
  readonly #prisma: PrismaClient;
  readonly #query: Query;

  constructor({ prisma, query }: { prisma: PrismaClient; query: Query }) {
    this.#prisma = prisma;
    this.#query = query;
  }

  /** Newest call first. */
  async readPage({ brandId, phoneNumber, agentEmail, team, after, limit }: ChatFilter): Promise<Page<ChatOnFile>> {
    const values: unknown[] = [brandId, after?.at ?? 'infinity', after?.id ?? lowestChatId, limit + 1];
    if (phoneNumber !== null) values.push(phoneNumber);
    if (agentEmail !== null) {
      const find = (email: string) =>
        this.#prisma.user.findUnique({ where: { brandId_email: { brandId, email } }, select: { id: true } });
      const rep = (await find(agentEmail)) ?? (await find(restorePlus(agentEmail)));
      if (rep === null) return { items: [], next: null };
      values.push(rep.id);
    }
    if (team !== null) values.push(team);
    const teamParameter = team === null ? undefined : `$${values.length}`;
    const byNumber = agentEmail === null ? 'number' : 'both';
    const byRep = agentEmail === null ? 'none' : 'rep';
    const select = selectChatPage(phoneNumber === null ? byRep : byNumber, teamParameter);
    const rows = await this.#query<ChatRow & Bounded>(select, values);
    return toPage(rows, limit, {
      item: toChat,
      position: ({ startedAt, chatId }) => ({ at: startedAt, id: chatId }),
    });
  }

  /** The chat with its session, timeline and transcript; null if there is no such one. */
  async findChat({ brandId, chatId, team }: NamedChat): Promise<ChatWithTranscript | null> {
    const [row] = await this.#query<ChatRow & SessionRow & { callId: string }>(selectChat, [brandId, chatId, team]);
    if (row === undefined) return null;
    const session = toSession(row);
    const [timeline, transcript] = await Promise.all([
      readTimeline(this.#query, row.callId),
      session === null ? emptyTranscript : readTranscript(this.#query, session.id, null),
    ]);
    return { ...toChat(row), session, timeline, transcript };
  }

  /** The transcript after a position, by default from the start; null if there is no such chat or position. */
  async findTranscript(
    { brandId, chatId, team }: NamedChat,
    after: TranscriptPosition | null,
  ): Promise<Transcript | null> {
    const asked = [brandId, chatId, team, after?.sessionId ?? null];
    const [row] = await this.#query<{ id: string | null }>(selectSession, asked);
    if (row === undefined || (row.id === null && after !== null)) return null;
    return row.id === null ? emptyTranscript : readTranscript(this.#query, row.id, after?.sequence ?? null);
  }
}

const emptyTranscript: Transcript = { chunks: [], next: null };

function toChat(row: ChatRow): ChatOnFile {
  return { id: row.chatId, createdAt: row.createdAt, call: row };
}
