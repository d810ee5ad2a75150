import { inTransaction, type Pool } from '@callside/database';
import type { TakeLeftBehind } from '../use-cases/relay-left-behind.ts';
import { inFlight, relayedMetadata } from './call-event-statements.ts';
import { type RecordedRow, toRecordedEvent } from './recorded-rows.ts';

const mostEvents = 200;

const selectLeftBehind = `
  SELECT id, event, event_id, user_id, occurred_at, received_at, agent_resolved, call_active, false AS relayed,
         ${relayedMetadata}
    FROM call_events
   WHERE relayed_at IS NULL AND agent_resolved AND received_at <= clock_timestamp() - ${inFlight} AND id > $1
   ORDER BY id
   LIMIT ${mostEvents}
     FOR UPDATE SKIP LOCKED`;

/**
 * Takes the events that were committed but not relayed (their instance crashed in between), passes them to `relay` and marks
 * those that it returns. Several instances may run this at once: each row goes to one of them.
 *
 * A run continues where the previous one ended, and starts again at the oldest event after the last. So events that cannot
 * be relayed are retried without delaying the others.
 */
export function createLeftBehindEvents({ pool }: { pool: Pool }): TakeLeftBehind {
  let after = '0';

  return (relay) =>
    inTransaction(pool, async (client) => {
      await client.query('BEGIN');
      const { rows } = await client.query<RecordedRow>(selectLeftBehind, [after]);
      const told =
        rows.length > 0 ? await relay(rows.map((row) => ({ id: row.id, read: () => toRecordedEvent(row) }))) : [];
      if (told.length > 0) {
        await client.query('UPDATE call_events SET relayed_at = clock_timestamp() WHERE id = ANY ($1::bigint[])', [
          told,
        ]);
      }
      await client.query('COMMIT');
      after = rows.length < mostEvents ? '0' : (rows.at(-1)?.id ?? '0');
      return told.length;
    });
}
