import type { Query } from '@callside/database';
import type { LoggedEvent } from '../domain/call-event.ts';
import { inFlight, relayedMetadata } from './call-event.sql.ts';
import { type LoggedRow, toLoggedEvent } from './logged-rows.ts';

/** Events of the log after a place in it. */
export interface EventsAfter {
  /** Of the given reps, in the order of the log. Those of the last second are left out: their messages are still in transit. */
  events: LoggedEvent[];
  /** How far the log was read: a place for the next read. */
  readTo: string;
  /** There are more events. */
  isCut: boolean;
}

const mostEvents = 1_000;

const recentEvents = 1_000;

const selectPlace = 'SELECT greatest(coalesce(max(id), 0) - $1::int, 0)::text AS id FROM call_events';

const selectAfter = `
  SELECT e.id, e.event, e.event_id, e.user_id, e.occurred_at, e.received_at, e.agent_resolved, e.call_active, true AS relayed,
         ${relayedMetadata}
    FROM call_events e
   WHERE e.id > $1 AND e.user_id = ANY ($2::uuid[]) AND e.received_at <= clock_timestamp() - ${inFlight}
   ORDER BY e.id LIMIT ${mostEvents}`;

/** Reads what an instance may have missed from the end of the log. */
export class MissedEventStore {
  readonly #query: Query;

  constructor({ query }: { query: Query }) {
    this.#query = query;
  }

  /** A place a thousand events before the end of the log. */
  readRecentPlace(): Promise<string> {
    return this.#readPlace(recentEvents);
  }

  async readAfter(id: string, userIds: readonly string[]): Promise<EventsAfter> {
    // Read before the events, so that nothing between the two reads is passed over.
    const end = await this.#readPlace(0);
    const rows = await this.#query<LoggedRow>(selectAfter, [id, userIds]);
    const isCut = rows.length === mostEvents;
    const readTo = isCut ? (rows.at(-1)?.id ?? end) : end;
    return { events: rows.map(toLoggedEvent), readTo, isCut };
  }

  /** So many events before the end of the log. */
  async #readPlace(before: number): Promise<string> {
    const [place] = await this.#query<{ id: string }>(selectPlace, [before]);
    return place?.id ?? '0';
  }
}
