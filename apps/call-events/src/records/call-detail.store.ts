import type { Query } from '@callside/database';
import {
  type CallRow,
  callColumns,
  joinLive,
  joinSession,
  type SessionRow,
  sessionColumns,
  toCall,
  toSession,
} from './call.sql.ts';
import type { CallWithTimeline } from './rules/chat-on-file.ts';
import { readTimeline } from './timeline.store.ts';

// One statement, so one snapshot; see selectChat.
const selectCall = `
  SELECT c.id AS call_id, chat.id AS chat_id, ${callColumns}, ${sessionColumns}
    FROM calls c JOIN chats chat ON chat.call_id = c.id ${joinLive} ${joinSession}
   WHERE c.brand_id = $1 AND c.reference = $2`;

/** Calls by their public references. */
export class CallStore {
  readonly #query: Query;

  constructor({ query }: { query: Query }) {
    this.#query = query;
  }

  /** null if the brand has no such reference. */
  async findCall(brandId: string, reference: string): Promise<CallWithTimeline | null> {
    const [row] = await this.#query<CallRow & SessionRow & { call_id: string; chat_id: string }>(selectCall, [
      brandId,
      reference,
    ]);
    if (row === undefined) return null;
    const timeline = await readTimeline(this.#query, row.call_id);
    return { call: toCall(row), chatId: row.chat_id, session: toSession(row), timeline };
  }
}
