import type { Query } from '@callside/database';
import { type Bounded, boundedPage, toPage } from '../../bounded-page.sql.ts';
import type { CallOnFile, SessionOnFile } from '../../calls/index.ts';
import type { Page } from '../../page.ts';
import { recordingApplications } from '../../pools.ts';
import { callColumns, joinLive, joinSession, type SessionRow, sessionColumns, toSession } from '../call.sql.ts';

/** The calls of a brand that started, or ended, in [from, until). */
export interface CallRange {
  brandId: string;
  by: 'start' | 'end';
  from: Date | null;
  until: Date;
}

export type ExportPage = Page<{ call: CallOnFile; session: SessionOnFile | null }>;

/** Large enough that round trips cost little, small enough that no page blocks the event loop for long. */
const callsAPage = 500;

const beforeAllCalls = '00000000-0000-0000-0000-000000000000';

const instantOf = { start: 'started_at', end: 'ended_at' } as const;
const nameOf = { start: '"startedAt"', end: '"endedAt"' } as const;

/**
 * $1 brand, $2 and $3 the instant and call to continue after, $4 until. One lower bound: an index scan starts at a single one.
 */
export function selectExportPage(by: CallRange['by']): string {
  const at = instantOf[by];
  return boundedPage(
    `SELECT c.id, ${callColumns}, ${sessionColumns}
     FROM calls c ${joinLive} ${joinSession}
    WHERE c.brand_id = $1 AND (c.${at}, c.id) > ($2::timestamptz, $3::uuid) AND c.${at} < $4
    ORDER BY c.${at}, c.id LIMIT ${callsAPage + 1}`,
    `${nameOf[by]}, id`,
  );
}

// $1 brand, $2 from, $3 until.
const selectOpenSession = (by: CallRange['by']) => `
  SELECT s.id, s.finalized_at AS "finalizedAt", s.ended_at AS "endedAt"
    FROM transcription_sessions s JOIN calls c ON c.id = s.call_id
   WHERE s.brand_id = $1 AND s.finalized_at IS NULL AND c.${instantOf[by]} >= coalesce($2::timestamptz, '-infinity')
     AND c.${instantOf[by]} < $3
     AND NOT EXISTS (SELECT 1 FROM transcription_sessions later
                      WHERE later.call_id = s.call_id AND (later.opened_at, later.id) > (s.opened_at, s.id))
   LIMIT 1`;

// $1 brand, $2 from, $3 until.
const countCalls = (by: CallRange['by']) => `
  SELECT count(*) AS calls FROM calls c
   WHERE c.brand_id = $1 AND c.${instantOf[by]} >= coalesce($2::timestamptz, '-infinity') AND c.${instantOf[by]} < $3`;

/**
 * A call starts and ends at the database's clock inside the transaction that records it, and is visible after its commit. Before the
 * oldest transaction that records events, or that has written to calls, no call can appear any more. Two milliseconds less, because
 * the instants of calls are whole milliseconds. An idle transaction that has not written to calls does not count. $1 applications.
 */
const selectCompleteUntil = `
  SELECT date_trunc('milliseconds', least(statement_timestamp(), min(a.xact_start))) - interval '2 ms' AS until
    FROM pg_stat_activity a
   WHERE a.datname = current_database() AND a.pid <> pg_backend_pid()
     AND (a.application_name = ANY ($1::text[])
          OR EXISTS (SELECT FROM pg_locks l
                      WHERE l.pid = a.pid AND l.locktype = 'relation' AND l.relation = 'calls'::regclass AND l.granted
                        AND l.mode IN ('RowExclusiveLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock')))`;

/** The calls of a brand, oldest first, page by page; no cursor or transaction stays open between pages. */
export class CallExportStore {
  readonly #query: Query;

  constructor({ query }: { query: Query }) {
    this.#query = query;
  }

  /** A read after this one sees all calls that started, and all that ended, before this instant. */
  async completeUntil(): Promise<Date> {
    const [row] = await this.#query<{ until: Date }>(selectCompleteUntil, [recordingApplications]);
    if (row === undefined) throw new Error('the database did not return its clock');
    return row.until;
  }

  async readPage({ brandId, by, from, until }: CallRange, after: ExportPage['next']): Promise<ExportPage> {
    const rows = await this.#query<CallOnFile & SessionRow & Bounded & { id: string }>(selectExportPage(by), [
      brandId,
      after?.at ?? from ?? '-infinity',
      after?.id ?? beforeAllCalls,
      until,
    ]);
    return toPage(rows, callsAPage, {
      item: (row) => ({ call: row, session: toSession(row) }),
      position: ({ startedAt, endedAt, id }) => ({ at: by === 'start' ? startedAt : (endedAt ?? startedAt), id }),
    });
  }

  /** How many calls the pages of a range have, unless retention deletes some meanwhile. */
  async countCalls({ brandId, by, from, until }: CallRange): Promise<number> {
    const [row] = await this.#query<{ calls: string }>(countCalls(by), [brandId, from, until]);
    return Number(row?.calls);
  }

  /** Any session that the export shows for the range and that is not finalized. */
  async findOpenSession({ brandId, by, from, until }: CallRange): Promise<SessionOnFile | null> {
    const [session = null] = await this.#query<SessionOnFile>(selectOpenSession(by), [brandId, from, until]);
    return session;
  }
}
