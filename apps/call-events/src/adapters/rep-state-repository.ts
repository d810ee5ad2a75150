import type { Query } from '@callside/database';
import { createNaturalBatcher } from '@callside/service-kit';
import { recordingView } from '../domain/recording-knowledge.ts';
import type { RepSnapshot } from '../domain/rep-state.ts';
import type { KeptConfirmation } from '../use-cases/confirm-recordings.ts';
import type { RepStanding } from '../use-cases/refresh-audience.ts';
import {
  type CompanionColumns,
  companionColumns,
  joinPresentCompanions,
  keepConfirmations,
} from './present-companions.ts';
import {
  type ConfirmationColumns,
  type RepRow,
  toConfirmation,
  toPresentCompanions,
  toRepSnapshot,
} from './rep-rows.ts';

/** More than the sockets of a reconnect storm. */
const mostQueued = 50_000;

/** Reads and confirmations of rep_state outside call events. Concurrent reads of snapshots share a query. */
export function createRepStateRepository({ query }: { query: Query }) {
  async function readSnapshots(userIds: readonly string[]): Promise<RepSnapshot[]> {
    const rows = await query<RepRow>(
      `SELECT u.id AS user_id, u.email, r.version, r.call_id, r.call_reference, r.phone_number, r.customer_id,
              r.customer, r.call_started_at, r.on_hold, r.recording_paused, r.recording_sequence, r.confirmed_sequence,
              r.confirmed_paused, r.confirmed_at, ${companionColumns}
         FROM users u LEFT JOIN rep_state r ON r.user_id = u.id ${joinPresentCompanions('u.id')}
        WHERE u.id = ANY ($1::uuid[])`,
      [userIds],
    );
    return rows.map(toRepSnapshot);
  }

  return {
    readSnapshots,

    readSnapshot: createNaturalBatcher<string, RepSnapshot | null>({
      maxItems: 500,
      maxWaitMs: 5_000,
      maxQueued: mostQueued,
      run: async (userIds) => {
        const byUser = new Map((await readSnapshots(userIds)).map((rep) => [rep.userId, rep]));
        return userIds.map((userId) => byUser.get(userId) ?? null);
      },
    }),

    async readStandings(userIds: readonly string[]): Promise<RepStanding[]> {
      const rows = await query<StandingRow>(
        `SELECT u.id AS user_id, u.status = 'active' AS active, coalesce(r.version, 0) AS version,
                coalesce(r.recording_paused, false) AS recording_paused,
                coalesce(r.recording_sequence, 0) AS recording_sequence, r.confirmed_sequence, r.confirmed_paused,
                r.confirmed_at, ${companionColumns}, clock_timestamp() AS at
           FROM users u LEFT JOIN rep_state r ON r.user_id = u.id ${joinPresentCompanions('u.id')}
          WHERE u.id = ANY ($1::uuid[])`,
        [userIds],
      );
      return rows.map((row) => ({
        userId: row.user_id,
        active: row.active,
        version: Number(row.version),
        recording: recordingView({
          state: { recordingPaused: row.recording_paused, recordingSequence: Number(row.recording_sequence) },
          companions: toPresentCompanions(row),
          confirmation: toConfirmation(row),
        }),
        at: row.at,
      }));
    },

    /** Stores the confirmation of those reps whose connected companions have all acknowledged the current recording state. */
    async keepConfirmations(userIds: readonly string[]): Promise<KeptConfirmation[]> {
      const rows = await query<ConfirmationColumns & { user_id: string; version: string }>(keepConfirmations, [
        userIds,
      ]);
      return rows.flatMap((row) => {
        const confirmed = toConfirmation(row);
        return confirmed ? [{ userId: row.user_id, version: Number(row.version), confirmed }] : [];
      });
    },
  };
}

interface StandingRow extends ConfirmationColumns, CompanionColumns {
  user_id: string;
  active: boolean;
  version: string;
  recording_paused: boolean;
  recording_sequence: string;
  at: Date;
}
