import type { Query } from '@callside/database';
import { mostFollowUps } from '@callside/schemas';
import type { CallOnFile } from '../calls/index.ts';
import { callColumns, joinLive } from '../records/index.ts';

export interface FollowUpOnFile {
  text: string;
  dueAt: Date | null;
  doneAt: Date | null;
}

interface Owner {
  callId: string;
  brandId: string;
  userId: string;
}

interface Promised {
  text: string;
  dueAt: Date;
  isDone: boolean;
}

const nothingPromised: FollowUpOnFile = { text: '', dueAt: null, doneAt: null };

const columns = 'text, due_at AS "dueAt", done_at AS "doneAt"';

/** $1 call, $2 brand, $3 rep, $4 text, $5 due time, $6 whether it is done. What was done stays done since then. */
const writeFollowUp = `
  INSERT INTO follow_ups AS f (call_id, brand_id, user_id, text, due_at, done_at, updated_at)
  VALUES ($1, $2, $3, $4, $5, CASE WHEN $6 THEN clock_timestamp() END, clock_timestamp())
  ON CONFLICT (call_id) DO UPDATE
     SET text = excluded.text, due_at = excluded.due_at, updated_at = excluded.updated_at,
         done_at = CASE WHEN $6 THEN coalesce(f.done_at, excluded.done_at) END
  RETURNING ${columns}`;

/** $1 rep. */
const selectOpen = `
  SELECT ${callColumns}, f.text, f.due_at AS "dueAt"
    FROM follow_ups f JOIN calls c ON c.id = f.call_id ${joinLive}
   WHERE f.user_id = $1 AND f.done_at IS NULL ORDER BY f.due_at, f.call_id LIMIT ${mostFollowUps}`;

/** What reps promised on their calls. */
export class FollowUpStore {
  readonly #query: Query;

  constructor({ query }: { query: Query }) {
    this.#query = query;
  }

  async read(callId: string): Promise<FollowUpOnFile> {
    const [found] = await this.#query<FollowUpOnFile>(`SELECT ${columns} FROM follow_ups WHERE call_id = $1`, [callId]);
    return found ?? nothingPromised;
  }

  /** null takes it back. */
  async write({ callId, brandId, userId }: Owner, promised: Promised | null): Promise<FollowUpOnFile> {
    if (promised === null) {
      await this.#query('DELETE FROM follow_ups WHERE call_id = $1', [callId]);
      return nothingPromised;
    }
    const { text, dueAt, isDone } = promised;
    const values = [callId, brandId, userId, text, dueAt, isDone];
    const [written] = await this.#query<FollowUpOnFile>(writeFollowUp, values);
    return written ?? nothingPromised;
  }

  /** Those of a rep that are not done, the earliest first. */
  async findOpen(userId: string): Promise<{ call: CallOnFile; text: string; dueAt: Date }[]> {
    const rows = await this.#query<CallOnFile & { text: string; dueAt: Date }>(selectOpen, [userId]);
    return rows.map((row) => ({ call: row, text: row.text, dueAt: row.dueAt }));
  }
}
