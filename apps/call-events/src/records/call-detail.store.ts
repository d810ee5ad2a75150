import type { Query } from '@callside/database';
import type { CallOnFile } from '../calls/index.ts';
import {
  callColumns,
  callOfTeam,
  joinLive,
  joinSession,
  type SessionRow,
  sessionColumns,
  toSession,
} from './call.sql.ts';
import type { CallWithTimeline } from './rules/chat-on-file.ts';
import { readTimeline } from './timeline.store.ts';

// One statement, so one snapshot; see selectChat.
const selectCall = `
  SELECT c.id AS "callId", chat.id AS "chatId", ${callColumns}, ${sessionColumns}
    FROM calls c JOIN chats chat ON chat.call_id = c.id ${joinLive} ${joinSession}
   WHERE c.brand_id = $1 AND c.reference = $2 AND ${callOfTeam('$3')}`;

/** Calls by their public references. */
export class CallStore {
  readonly #query: Query;

  constructor({ query }: { query: Query }) {
    this.#query = query;
  }

  /** null if the brand, or that team of it, has no such reference. */
  async findCall(brandId: string, reference: string, team: string | null): Promise<CallWithTimeline | null> {
    const [row] = await this.#query<CallOnFile & SessionRow & { callId: string; chatId: string }>(selectCall, [
      brandId,
      reference,
      team,
    ]);
    if (row === undefined) return null;
    const timeline = await readTimeline(this.#query, row.callId);
    return { call: row, chatId: row.chatId, session: toSession(row), timeline };
  }
}
