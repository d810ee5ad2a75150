import type { Query } from '@callside/database';
import type { CallRange, ExportPage, SessionOnFile } from '../calls/index.ts';
import { type Bounded, boundedPage, toPage } from './bounded-page.sql.ts';
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

/** Large enough that round trips cost little, small enough that no page blocks the event loop for long. */
const callsAPage = 500;

const beforeAllCalls = '00000000-0000-0000-0000-000000000000';

// $1 brand, $2 and $3 the instant and call to continue after, $4 until. One lower bound: an index scan starts at a single one.
export const selectExportPage = boundedPage(
  `SELECT c.id, ${callColumns}, ${sessionColumns}
     FROM calls c ${joinLive} ${joinSession}
    WHERE c.brand_id = $1 AND (c.started_at, c.id) > ($2::timestamptz, $3::uuid) AND c.started_at < $4
    ORDER BY c.started_at, c.id LIMIT ${callsAPage + 1}`,
  'started_at, id',
);

// $1 brand, $2 from, $3 until.
const selectOpenSession = `
  SELECT s.id, s.finalized_at, s.ended_at
    FROM transcription_sessions s JOIN calls c ON c.id = s.call_id
   WHERE s.brand_id = $1 AND s.finalized_at IS NULL AND c.started_at >= coalesce($2::timestamptz, '-infinity')
     AND c.started_at < $3
     AND NOT EXISTS (SELECT 1 FROM transcription_sessions later
                      WHERE later.call_id = s.call_id AND (later.opened_at, later.id) > (s.opened_at, s.id))
   LIMIT 1`;

/** The calls of a brand, oldest first, page by page; no cursor or transaction stays open between pages. */
export class CallExportStore {
  readonly #query: Query;

  constructor({ query }: { query: Query }) {
    this.#query = query;
  }

  /** The end of a range that has all calls up to now, and none that starts later. */
  async endOfRange(to: Date | null): Promise<Date> {
    // The start of a call is rounded to whole milliseconds.
    const [row] = await this.#query<{ until: Date }>(
      `SELECT least($1::timestamptz, clock_timestamp() + interval '2 ms') AS until`,
      [to],
    );
    if (row === undefined) throw new Error('the database did not return its clock');
    return row.until;
  }

  async readPage({ brandId, from, until }: CallRange, after: ExportPage['next']): Promise<ExportPage> {
    const rows = await this.#query<CallRow & SessionRow & Bounded & { id: string }>(selectExportPage, [
      brandId,
      after?.at ?? from ?? '-infinity',
      after?.id ?? beforeAllCalls,
      until,
    ]);
    return toPage(rows, callsAPage, {
      item: (row) => ({ call: toCall(row), session: toSession(row) }),
      position: ({ started_at, id }) => ({ at: started_at, id }),
    });
  }

  /** Any session that the export shows for the range and that is not finalized. */
  async findOpenSession({ brandId, from, until }: CallRange): Promise<SessionOnFile | null> {
    const [row] = await this.#query<{ id: string; finalized_at: Date | null; ended_at: Date | null }>(
      selectOpenSession,
      [brandId, from, until],
    );
    return row === undefined ? null : { id: row.id, finalizedAt: row.finalized_at, endedAt: row.ended_at };
  }
}
