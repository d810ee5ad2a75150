import type { Query } from '@callside/database';
import {
  companionColumns,
  joinPresentCompanions,
  loggedColumns,
  type RepRow,
  type RepSnapshot,
  repColumns,
  toRepSnapshot,
} from '../calls/index.ts';
import { companionEndedAs, companionEndedAt } from '../evidence/index.ts';
import { offersColumn } from '../offers/index.ts';
import { createSharedQuery } from '../shared-query.ts';
import type { KnownRep, LookAnswer, StoredRep } from './look.ts';
import type { LogEntry } from './messages-of-events.ts';
import { eventsAPage, type RepLog } from './streams.ts';

/** A `RepRow` without the offers. */
const stateColumns = `u.id AS user_id, u.email, ${repColumns('r')}, b.recording_by, ${companionColumns}`;
const snapshotColumns = `${stateColumns}, ${offersColumn} AS offers`;

const joinState = `
  JOIN brands b ON b.id = u.brand_id
  LEFT JOIN rep_state r ON r.user_id = u.id
  LEFT JOIN call_offer_states os ON os.call_id = r.call_id ${joinPresentCompanions('u.id')}`;

/** The events of reps after positions, with the state of the same moment. $1 user ids, $2 positions. */
const selectAfter = `
  SELECT ${snapshotColumns}, e.*
    FROM unnest($1::uuid[], $2::bigint[]) AS asked (user_id, position)
    JOIN users u ON u.id = asked.user_id ${joinState}
    LEFT JOIN LATERAL (
      SELECT ${loggedColumns}, e.position::float8 AS "loggedPosition", c.reference AS "callReference",
             superseded.reference AS "supersededReference", e.recording_sequence::float8 AS "recordingSequence"
        FROM call_events e
        LEFT JOIN calls c ON c.id = e.call_id
        LEFT JOIN calls superseded ON superseded.id = e.superseded_call_id
       WHERE e.user_id = asked.user_id AND e.position > asked.position
       ORDER BY e.position LIMIT ${eventsAPage}
    ) AS e ON true
   ORDER BY u.id, e."loggedPosition"`;

/**
 * Writes the heartbeat of the instance and returns the reps that differ from what is known of them: most of ten thousand idle reps are
 * unchanged. $1 user ids, $2 fingerprints, $3 instance.
 */
const selectChanges = (most: number) => `
  WITH beat AS (
    INSERT INTO service_instances AS i (id) VALUES ($3)
    ON CONFLICT (id) DO UPDATE SET seen_at = clock_timestamp()
    RETURNING xmax = 0 AS is_new
  )
  SELECT clock_timestamp() AS at, beat.is_new, s.*
    FROM beat LEFT JOIN (
         SELECT ${stateColumns}, os.sequence AS offers_sequence, f.fingerprint,
                u.status = 'active' AND u.role <> 'auditor' AS has_desk
           FROM unnest($1::uuid[], $2::bigint[]) AS known (user_id, fingerprint)
           JOIN users u ON u.id = known.user_id ${joinState}
          CROSS JOIN LATERAL (
            SELECT hash_record_extended(ROW(u.status, u.role, r.version, r.position, r.recording_paused, r.recording_sequence,
                     r.confirmed_sequence, r.confirmed_paused, r.confirmed_at, os.sequence,
                     b.recording_by, ${companionColumns}), 0) AS fingerprint
          ) AS f
          WHERE f.fingerprint IS DISTINCT FROM known.fingerprint
          LIMIT ${most}
    ) AS s ON true`;

/** Its companions were cut off with it. */
const deleteGoneInstances = `
  WITH gone AS (
    SELECT id FROM service_instances WHERE seen_at < clock_timestamp() - interval '10 minutes'
  ), ended AS (
    UPDATE companion_connections c
       SET instance_id = NULL, ended_as = ${companionEndedAs}, ended_at = ${companionEndedAt},
           until_sequence = coalesce(c.until_sequence, (SELECT recording_sequence FROM rep_state r WHERE r.user_id = c.user_id), 0)
      FROM service_instances i
     WHERE i.id = c.instance_id AND i.id IN (SELECT id FROM gone)
  )
  DELETE FROM service_instances WHERE id IN (SELECT id FROM gone)`;

/** `loggedPosition`: null for a rep without an event after the position. */
type AfterRow = RepRow & Omit<LogEntry, 'position'> & { loggedPosition: number | null };

type ChangedRow = RepRow & { has_desk: boolean; offers_sequence: string | null; fingerprint: string };
/** One without a rep if none has changed. */
type LookRow = { at: Date; is_new: boolean } & (ChangedRow | { user_id: null });

/** Reads what the sockets of reps are to have. */
export class DeliveryStore {
  readonly #query: Query;
  readonly #look: Query;
  readonly #instanceId: string;
  /** null if there is no such user. Concurrent reads share a query. */
  readonly readSnapshot: (userId: string) => Promise<RepSnapshot | null>;
  /** The next page of the log after a position; null if there is no such user. Concurrent reads share a query. */
  readonly readAfter: (asked: { userId: string; position: number }) => Promise<RepLog | null>;

  /** `look`: a pool for the heartbeat and what goes with it. */
  constructor({ query, look, instanceId }: { query: Query; look: Query; instanceId: string }) {
    this.#query = query;
    this.#look = look;
    this.#instanceId = instanceId;
    this.readSnapshot = createSharedQuery({
      keyOf: ({ userId }: RepSnapshot) => userId,
      nameOf: (userId: string) => userId,
      read: (userIds: string[]) => this.readSnapshots(userIds),
    });
    this.readAfter = createSharedQuery({
      keyOf: ({ rep }: RepLog) => rep.userId,
      nameOf: ({ userId }) => userId,
      read: (asked: { userId: string; position: number }[]) => this.#readAfter(asked),
    });
  }

  async readSnapshots(userIds: readonly string[]): Promise<RepSnapshot[]> {
    const rows = await this.#query<RepRow>(
      `SELECT ${snapshotColumns} FROM users u ${joinState} WHERE u.id = ANY ($1::uuid[])`,
      [userIds],
    );
    return rows.map(toRepSnapshot);
  }

  async readChanges(known: readonly KnownRep[], most: number): Promise<LookAnswer> {
    const rows = await this.#look<LookRow>(selectChanges(most), [
      known.map(({ userId }) => userId),
      known.map(({ fingerprint }) => fingerprint),
      this.#instanceId,
    ]);
    const [first] = rows;
    if (first === undefined) throw new Error('the database did not return its clock');
    const changed = rows.flatMap((row) => (row.user_id === null ? [] : [toStoredRep(row)]));
    return { at: first.at, isNew: first.is_new, changed };
  }

  /** The rows of an instance that is gone stay while its companions may be recording. */
  async deleteGoneInstances(): Promise<void> {
    await this.#look(deleteGoneInstances);
  }

  async #readAfter(asked: readonly { userId: string; position: number }[]): Promise<RepLog[]> {
    const rows = await this.#query<AfterRow>(selectAfter, [
      asked.map(({ userId }) => userId),
      asked.map(({ position }) => position),
    ]);
    const logs = new Map<string, RepLog>();
    for (const row of rows) {
      const log = logs.get(row.user_id) ?? { rep: toRepSnapshot(row), events: [] };
      logs.set(row.user_id, log);
      if (row.loggedPosition !== null) log.events.push({ ...row, position: row.loggedPosition });
    }
    return [...logs.values()];
  }
}

function toStoredRep(row: ChangedRow): StoredRep {
  return {
    ...toRepSnapshot(row),
    hasDesk: row.has_desk,
    offersSequence: row.offers_sequence === null ? null : Number(row.offers_sequence),
    fingerprint: row.fingerprint,
  };
}
