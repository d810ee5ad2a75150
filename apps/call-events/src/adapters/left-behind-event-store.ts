import { inTransaction, type Pool } from '@callside/database';
import type { LoggedEvent } from '../domain/call-event.ts';
import { inFlight, relayedMetadata } from './call-event.sql.ts';
import { type LoggedRow, toLoggedEvent } from './logged-rows.ts';

const mostEvents = 200;

const selectLeftBehind = `
  SELECT id, event, event_id, user_id, occurred_at, received_at, agent_resolved, call_active, false AS relayed,
         ${relayedMetadata}
    FROM call_events
   WHERE relayed_at IS NULL AND agent_resolved AND received_at <= clock_timestamp() - ${inFlight} AND id > $1
   ORDER BY id
   LIMIT ${mostEvents}
     FOR UPDATE SKIP LOCKED`;

/** An event that was committed but not relayed; `read` throws if its row is invalid. */
export interface LeftBehindEvent {
  id: string;
  read: () => LoggedEvent;
}

/** Events that were committed but not relayed, because their instance crashed in between. */
export class LeftBehindEventStore {
  readonly #pool: Pool;
  #after = '0';

  constructor({ pool }: { pool: Pool }) {
    this.#pool = pool;
  }

  /**
   * Passes some events to `relay` and marks those that it returns. Resolves to the number of those. Several instances may run
   * this at once: each row goes to one of them. Continues where the previous run ended, and starts again at the oldest event
   * after the last: events that cannot be relayed are retried without delaying the others.
   */
  take(relay: (events: LeftBehindEvent[]) => Promise<string[]>): Promise<number> {
    return inTransaction(this.#pool, async (client) => {
      await client.query('BEGIN');
      const { rows } = await client.query<LoggedRow>(selectLeftBehind, [this.#after]);
      const relayed =
        rows.length > 0 ? await relay(rows.map((row) => ({ id: row.id, read: () => toLoggedEvent(row) }))) : [];
      if (relayed.length > 0) {
        await client.query('UPDATE call_events SET relayed_at = clock_timestamp() WHERE id = ANY ($1::bigint[])', [
          relayed,
        ]);
      }
      await client.query('COMMIT');
      this.#after = rows.length < mostEvents ? '0' : (rows.at(-1)?.id ?? '0');
      return relayed.length;
    });
  }
}
