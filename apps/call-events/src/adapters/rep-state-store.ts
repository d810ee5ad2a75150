import type { Query } from '@callside/database';
import type { RecordingConfirmed, RepSnapshot } from '../domain/rep-state.ts';
import type { KnownRep, StoredRep } from '../use-cases/refresh-audience.ts';
import { createLookUp } from './look-up.ts';
import { offersColumn } from './offers/offers.sql.ts';
import {
  type CompanionColumns,
  companionColumns,
  joinPresentCompanions,
  keepConfirmations,
} from './present-companions.sql.ts';
import {
  type ConfirmationColumns,
  type RepRow,
  toConfirmation,
  toPresentCompanions,
  toRepSnapshot,
} from './rep-rows.ts';

interface KeptConfirmation {
  userId: string;
  version: number;
  confirmed: RecordingConfirmed;
}

/** Reads and confirmations of rep_state outside call events. Concurrent reads of snapshots share a query. */
export class RepStateStore {
  readonly #query: Query;
  /** null if there is no such user. */
  readonly readSnapshot: (userId: string) => Promise<RepSnapshot | null>;

  constructor({ query }: { query: Query }) {
    this.#query = query;
    this.readSnapshot = createLookUp({
      keyOf: ({ userId }) => userId,
      read: (userIds) => this.readSnapshots(userIds),
    });
  }

  async readSnapshots(userIds: readonly string[]): Promise<RepSnapshot[]> {
    const rows = await this.#query<RepRow>(
      `SELECT u.id AS user_id, u.email, r.version, r.call_id, r.call_reference, r.phone_number, r.customer_id,
              r.customer, r.call_started_at, r.on_hold, r.recording_paused, r.recording_sequence, r.confirmed_sequence,
              r.confirmed_paused, r.confirmed_at, ${companionColumns}, ${offersColumn} AS offers
         FROM users u LEFT JOIN rep_state r ON r.user_id = u.id
         LEFT JOIN call_offer_states os ON os.call_id = r.call_id ${joinPresentCompanions('u.id')}
        WHERE u.id = ANY ($1::uuid[])`,
      [userIds],
    );
    return rows.map(toRepSnapshot);
  }

  async readChangedReps(known: readonly KnownRep[]): Promise<{ at: Date; changed: StoredRep[] }> {
    const rows = await this.#query<StoredRow | { at: Date; user_id: null }>(
      `SELECT clock_timestamp() AS at, s.*
         FROM (SELECT 1) AS always LEFT JOIN (
               SELECT known.fingerprint AS known_fingerprint, u.id AS user_id, u.status = 'active' AS active,
                      coalesce(r.version, 0) AS version, coalesce(r.recording_paused, false) AS recording_paused,
                      coalesce(r.recording_sequence, 0) AS recording_sequence, r.confirmed_sequence,
                      r.confirmed_paused, r.confirmed_at, r.call_reference, os.sequence AS offers_sequence,
                      ${companionColumns},
                      hash_record_extended(ROW(u.status, r.version, r.recording_paused, r.recording_sequence,
                        r.confirmed_sequence, r.confirmed_paused, r.confirmed_at, os.sequence,
                        ${companionColumns}), 0) AS fingerprint
                 FROM unnest($1::uuid[], $2::bigint[]) AS known (user_id, fingerprint)
                 JOIN users u ON u.id = known.user_id
                 LEFT JOIN rep_state r ON r.user_id = u.id
                 LEFT JOIN call_offer_states os ON os.call_id = r.call_id ${joinPresentCompanions('u.id')}) AS s
           ON s.fingerprint IS DISTINCT FROM s.known_fingerprint`,
      [known.map(({ userId }) => userId), known.map(({ fingerprint }) => fingerprint)],
    );
    const [first] = rows;
    if (first === undefined) throw new Error('the database did not return its clock');
    return { at: first.at, changed: rows.flatMap((row) => (row.user_id === null ? [] : [toStoredRep(row)])) };
  }

  /** Stores the confirmation of those reps whose connected companions have all acknowledged the current recording state. */
  async keepConfirmations(userIds: readonly string[]): Promise<KeptConfirmation[]> {
    const rows = await this.#query<ConfirmationColumns & { user_id: string; version: string }>(keepConfirmations, [
      userIds,
    ]);
    return rows.flatMap((row) => {
      const confirmed = toConfirmation(row);
      return confirmed ? [{ userId: row.user_id, version: Number(row.version), confirmed }] : [];
    });
  }
}

interface StoredRow extends ConfirmationColumns, CompanionColumns {
  user_id: string;
  active: boolean;
  version: string;
  recording_paused: boolean;
  recording_sequence: string;
  call_reference: string | null;
  offers_sequence: string | null;
  at: Date;
  fingerprint: string;
}

function toStoredRep(row: StoredRow): StoredRep {
  return {
    userId: row.user_id,
    active: row.active,
    version: Number(row.version),
    state: { recordingPaused: row.recording_paused, recordingSequence: Number(row.recording_sequence) },
    companions: toPresentCompanions(row),
    confirmation: toConfirmation(row),
    offers:
      row.call_reference === null || row.offers_sequence === null
        ? null
        : { callReference: row.call_reference, sequence: Number(row.offers_sequence) },
    fingerprint: row.fingerprint,
  };
}
