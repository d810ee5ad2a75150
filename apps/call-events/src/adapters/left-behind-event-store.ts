import { inTransaction, type Pool } from '@callside/database';
import type { LoggedEvent } from '../domain/call-event.ts';
import { inFlight, markRelayed, relayedMetadata } from './call-event.sql.ts';
import { type LoggedRow, toLoggedEvent } from './logged-rows.ts';

const mostEvents = 200;

/** An instance of the previous release marks an event in the row of the event. */
const adoptFromEarlierRelease = `
  WITH adopted AS (
    UPDATE call_events SET relayed_at = received_at
     WHERE id IN (
       SELECT id FROM call_events
        WHERE relayed_at IS NULL AND agent_resolved AND received_at <= clock_timestamp() - ${inFlight}
        ORDER BY id LIMIT ${mostEvents} FOR UPDATE SKIP LOCKED)
    RETURNING id, received_at
  )
  INSERT INTO unrelayed_events (call_event_id, received_at) SELECT id, received_at FROM adopted`;

const selectLeftBehind = `
  SELECT e.id, e.event, e.event_id, e.user_id, e.occurred_at, e.received_at, e.agent_resolved, e.call_active, false AS relayed,
         ${relayedMetadata}
    FROM unrelayed_events u JOIN call_events e ON e.id = u.call_event_id
   WHERE u.received_at <= clock_timestamp() - ${inFlight} AND u.call_event_id > $1
   ORDER BY u.call_event_id
   LIMIT ${mostEvents}
     FOR UPDATE OF u SKIP LOCKED`;

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
   * this at once: one of them takes each row. A run continues where the previous run ended, and starts again at the oldest event
   * after the last one: events that cannot be relayed are retried without delaying the others.
   */
  take(relay: (events: LeftBehindEvent[]) => Promise<string[]>): Promise<number> {
    return inTransaction(this.#pool, async (client) => {
      await client.query('BEGIN');
      await client.query(adoptFromEarlierRelease);
      const { rows } = await client.query<LoggedRow>(selectLeftBehind, [this.#after]);
      const relayed =
        rows.length > 0 ? await relay(rows.map((row) => ({ id: row.id, read: () => toLoggedEvent(row) }))) : [];
      if (relayed.length > 0) await client.query(markRelayed, [relayed, relayed.map(() => null)]);
      await client.query('COMMIT');
      this.#after = rows.length < mostEvents ? '0' : (rows.at(-1)?.id ?? '0');
      return relayed.length;
    });
  }
}
