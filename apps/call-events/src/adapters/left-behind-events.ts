import { inTransaction, type Pool } from '@callside/database';
import type { RecordedEvent } from '../domain/decide-batch.ts';
import { inFlight } from './call-event-statements.ts';
import { type RecordedRow, toRecordedEvent } from './recorded-rows.ts';

/**
 * Takes the events that were committed but not relayed (their server died in between), hands them to `relay` and marks
 * them. Several servers may look at once: each row goes to one of them.
 */
export function createLeftBehindEvents({ pool }: { pool: Pool }) {
  return (relay: (events: RecordedEvent[]) => Promise<void>): Promise<number> =>
    inTransaction(pool, async (client) => {
      await client.query('BEGIN');
      const { rows } = await client.query<RecordedRow>(
        `SELECT id, event, event_id, user_id, occurred_at, received_at, agent_resolved, call_active, false AS relayed,
                coalesce(metadata_text, metadata::text) AS metadata
           FROM call_events
          WHERE relayed_at IS NULL AND agent_resolved AND received_at <= clock_timestamp() - ${inFlight}
          ORDER BY id
          LIMIT 200
            FOR UPDATE SKIP LOCKED`,
      );
      if (rows.length > 0) {
        await relay(rows.map(toRecordedEvent));
        await client.query('UPDATE call_events SET relayed_at = clock_timestamp() WHERE id = ANY ($1::bigint[])', [
          rows.map(({ id }) => id),
        ]);
      }
      await client.query('COMMIT');
      return rows.length;
    });
}
