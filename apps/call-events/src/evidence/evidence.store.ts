import type { Query } from '@callside/database';
import type { CallEventName } from '@callside/schemas';
import { boundedPage } from '../bounded-page.sql.ts';
import type { Position } from '../page.ts';
import { connectionColumns, connectionsSince, isPause } from './evidence.sql.ts';
import type { EventToLink } from './link-events.ts';
import type { ConnectionOnFile } from './rules/unacknowledged.ts';

/**
 * Appends to the chains of calls. `source`: a relation with the columns brand_id, call_id, kind, at, sequence and companion. In the order of calls, so
 * that two statements wait for each other only one way.
 */
export const insertCallEvidence = (source: string) => `
  INSERT INTO call_evidence (brand_id, call_id, kind, at, sequence, companion)
  SELECT s.brand_id, s.call_id, s.kind, s.at, s.sequence, s.companion FROM ${source} AS s ORDER BY s.call_id, s.at, s.companion
  RETURNING at`;

const insertReport = insertCallEvidence(`
  (SELECT brand_id, id AS call_id, $3::text AS kind, clock_timestamp() AS at, NULL::bigint AS sequence, $4::text AS companion
     FROM calls WHERE user_id = $1 AND reference = $2)`);

/** What the recorder of a rep's companion reports of a call. */
export interface RecorderReport {
  userId: string;
  reference: string;
  kind: 'recording.saved' | 'recording.failed';
  companion: string;
}

/** When it was stored; null: the rep has no such call. */
export async function storeReport(query: Query, report: RecorderReport): Promise<Date | null> {
  const [row] = await query<{ at: Date }>(insertReport, [
    report.userId,
    report.reference,
    report.kind,
    report.companion,
  ]);
  return row?.at ?? null;
}

export interface CallOfEvidence {
  id: string;
  userId: string;
  endedAt: Date | null;
  /** Its events are on file, but no companions and no transcript. */
  isDeleted: boolean;
  /** The positions of its first and its last event. */
  first: number | null;
  last: number | null;
  now: Date;
}

/** In hexadecimal. The key is null for an event that was emptied. */
export interface StoredEvent extends EventToLink {
  event: CallEventName;
  callId: string | null;
  digest: string | null;
  hmac: string | null;
  key: Uint8Array | null;
  isEmpty: boolean;
}

export interface StoredReport {
  number: number;
  at: Date;
  kind: 'acknowledged' | 'recording.saved' | 'recording.failed';
  sequence: number | null;
  companion: string;
  digest: string;
}

interface PausedCallsAsked {
  brandId: string;
  before: Position;
  limit: number;
}

/** `at`: when it started. */
/** `id`: its reference, because the internal one must not be in a cursor. */
interface PausedCall extends Position {
  agentEmail: string;
  endedAt: Date | null;
  pauses: number;
}

const mostLooked = 1_000;
const eventsAPage = 100;

/** $1 rep, $2 the first position, $3 the last. */
const selectEvents = boundedPage(
  `SELECT user_id AS "userId", position::float8, event, received_at AS "receivedAt", occurred_at AS "occurredAt",
          recording_sequence::float8 AS "recordingSequence", recording_by AS "recordingBy", event_id AS "eventId",
          agent_email AS "agentEmail", phone_number AS "phoneNumber", customer_id AS "customerId",
          coalesce(metadata_text, metadata::text) AS metadata, call_id AS "callId", call_active AS "callActive",
          opened_paused AS "openedPaused",
          encode(digest, 'hex') AS digest,
          encode(personal_hmac, 'hex') AS hmac, personal_key AS key,
          num_nonnulls(phone_number, customer_id, metadata_text) = 0 AND metadata::text = '{}' AS "isEmpty"
     FROM call_events e WHERE user_id = $1 AND e.position BETWEEN $2 AND $3 ORDER BY e.position LIMIT ${eventsAPage}`,
  'position',
);

/** What the evidence of a call is made of. */
export class EvidenceStore {
  readonly #query: Query;

  constructor({ query }: { query: Query }) {
    this.#query = query;
  }

  async findCall(brandId: string, reference: string): Promise<CallOfEvidence | null> {
    const [call = null] = await this.#query<CallOfEvidence>(
      `SELECT c.*, clock_timestamp() AS now
         FROM (SELECT c.id, c.user_id AS "userId", c.ended_at AS "endedAt", false AS "isDeleted", e.first::float8, e.last::float8
                 FROM calls c
                 LEFT JOIN LATERAL (SELECT min(position) AS first, max(position) AS last FROM call_events WHERE call_id = c.id) AS e ON true
                WHERE c.brand_id = $1 AND c.reference = $2
               UNION ALL
               SELECT id, user_id, ended_at, true, first_position::float8, last_position::float8
                 FROM deleted_calls WHERE brand_id = $1 AND reference = $2) AS c`,
      [brandId, reference],
    );
    return call;
  }

  /**
   * The calls before a position whose recording was paused, newest first, among the next 1,000: a brand that never pauses is not read to its
   * beginning. `looked`: the last call that was looked at; null: there are no more.
   */
  async findPaused({
    brandId,
    before,
    limit,
  }: PausedCallsAsked): Promise<{ calls: PausedCall[]; looked: Position | null }> {
    const rows = await this.#query<PausedCall & { isLast: boolean }>(
      `WITH looked AS MATERIALIZED (
         SELECT id AS call_id, reference AS id, agent_email AS "agentEmail", started_at AS at, ended_at AS "endedAt",
                row_number() OVER (ORDER BY started_at DESC, reference DESC) = ${mostLooked} AS "isLast"
           FROM calls WHERE brand_id = $1 AND (started_at, reference) < ($2, $3::uuid)
          ORDER BY started_at DESC, reference DESC LIMIT ${mostLooked}
       )
       SELECT l.id, l."agentEmail", l.at, l."endedAt", l."isLast", p.pauses
         FROM looked l
         CROSS JOIN LATERAL (
           SELECT count(*)::int AS pauses FROM call_events e WHERE e.call_id = l.call_id AND ${isPause('e')}
         ) AS p
        WHERE p.pauses > 0 OR l."isLast"
        ORDER BY l.at DESC, l.id DESC`,
      [brandId, before.at, before.id],
    );
    const paused = rows.filter(({ pauses }) => pauses > 0);
    const calls = paused.slice(0, limit);
    const looked = paused.length > limit ? calls.at(-1) : rows.find(({ isLast }) => isLast);
    return { calls, looked: looked ?? null };
  }

  /** The events of the rep from the one before the call to its last, in pages: each may have a megabyte of metadata. */
  async *readEvents({ userId, first, last }: CallOfEvidence): AsyncGenerator<StoredEvent[], void> {
    if (first === null || last === null) return;
    let from = first - 1;
    while (from <= last) {
      const page = await this.#query<StoredEvent>(selectEvents, [userId, from, last]);
      const end = page.at(-1);
      if (end === undefined) return;
      yield page;
      from = end.position + 1;
    }
  }

  readReports(callId: string): Promise<StoredReport[]> {
    return this.#query<StoredReport>(
      `SELECT number, at, kind, sequence::float8, companion, encode(digest, 'hex') AS digest
         FROM call_evidence WHERE call_id = $1 ORDER BY number`,
      [callId],
    );
  }

  /** The companions that may have been there for some of the events, which are in order. */
  readConnections(userId: string, events: readonly Pick<StoredEvent, 'recordingSequence' | 'receivedAt'>[]) {
    const states = events.filter(({ recordingSequence }) => recordingSequence !== null);
    const [first, last] = [states.at(0), states.at(-1)];
    return this.#query<ConnectionOnFile>(
      `SELECT ${connectionColumns} FROM ${connectionsSince('$1', '$2', '$3::timestamptz')} AND c.since_sequence < $4
        ORDER BY c.connected_at, c.id`,
      [userId, first?.recordingSequence, first?.receivedAt, last?.recordingSequence],
    );
  }

  /** The pieces of the call's transcripts in which card numbers were masked. */
  readCards(callId: string) {
    return this.#query<{ speaker: string; from: Date; to: Date }>(
      `SELECT k.speaker, k.started_at AS "from", k.ended_at AS "to"
         FROM transcription_sessions s JOIN transcription_chunks k ON k.session_id = s.id
        WHERE s.call_id = $1 AND k.masked > 0 ORDER BY k.started_at`,
      [callId],
    );
  }
}
