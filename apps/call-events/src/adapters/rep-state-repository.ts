import type { Query } from '@callside/database';
import { createNaturalBatcher } from '@callside/service-kit';
import type { RecordingConfirmed, RepSnapshot } from '../domain/rep-state.ts';
import type { RepStanding } from '../use-cases/refresh-audience.ts';
import { type RepRow, toRepSnapshot } from './rep-rows.ts';

/** rep_state outside the events of calls: snapshots, standings, acknowledgements. What many ask at once is one query. */
export function createRepStateRepository({ query }: { query: Query }) {
  async function readSnapshots(userIds: readonly string[]): Promise<RepSnapshot[]> {
    const rows = await query<RepRow>(
      `SELECT u.id AS user_id, u.email, r.version, r.call_id, r.call_reference, r.phone_number, r.customer_id,
              r.customer, r.call_started_at, r.on_hold, r.recording_paused, r.recording_sequence, r.confirmed_sequence,
              r.confirmed_paused, r.confirmed_at
         FROM users u LEFT JOIN rep_state r ON r.user_id = u.id
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
      run: async (userIds) => {
        const byUser = new Map((await readSnapshots(userIds)).map((rep) => [rep.userId, rep]));
        return userIds.map((userId) => byUser.get(userId) ?? null);
      },
    }),

    async readStandings(userIds: readonly string[]): Promise<RepStanding[]> {
      const rows = await query<{ user_id: string; active: boolean; version: string }>(
        `SELECT u.id AS user_id, u.status = 'active' AS active, coalesce(r.version, 0) AS version
           FROM users u LEFT JOIN rep_state r ON r.user_id = u.id
          WHERE u.id = ANY ($1::uuid[])`,
        [userIds],
      );
      return rows.map(({ user_id, active, version }) => ({ userId: user_id, active, version: Number(version) }));
    },

    /** Keeps an acknowledgement where its sequence is still the current one. */
    async keepConfirmation(
      userId: string,
      sequence: number,
    ): Promise<{ version: number; confirmed: RecordingConfirmed } | null> {
      const [row] = await query<{ version: string; confirmed_paused: boolean; confirmed_at: Date }>(
        `UPDATE rep_state
            SET confirmed_sequence = recording_sequence, confirmed_paused = recording_paused,
                confirmed_at = clock_timestamp()
          WHERE user_id = $1 AND recording_sequence = $2
        RETURNING version, confirmed_paused, confirmed_at`,
        [userId, sequence],
      );
      if (row === undefined) return null;
      const confirmed = { sequence, paused: row.confirmed_paused, confirmedAt: row.confirmed_at };
      return { version: Number(row.version), confirmed };
    },
  };
}
