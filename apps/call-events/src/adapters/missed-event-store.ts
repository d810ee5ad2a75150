import type { Query } from '@callside/database';
import type { LoggedEvent } from '../domain/call-event.ts';
import { inFlight, isRelayed, relayedMetadata } from './call-event.sql.ts';
import { type LoggedRow, toLoggedEvent } from './logged-rows.ts';

export interface LogEntry {
  id: string;
  userId: string;
  /** How long ago it was received. An age, because the clock of this host may differ from PostgreSQL's. */
  secondsAgo: number;
}

const mostEntries = 50_000;

// Reads the end of the primary key backwards to the first event that is old enough, and from there on.
const selectRecent = `
  SELECT e.id::text AS id, e.user_id AS "userId", extract(epoch FROM clock_timestamp() - e.received_at)::float8 AS "secondsAgo"
    FROM call_events e
   WHERE e.id > coalesce((SELECT id FROM call_events WHERE received_at < clock_timestamp() - $1 * interval '1 second'
                           ORDER BY id DESC LIMIT 1), 0)
     AND e.user_id = ANY ($2::uuid[]) AND e.received_at <= clock_timestamp() - ${inFlight}
     AND ${isRelayed}
   ORDER BY e.id LIMIT ${mostEntries}`;

const selectEvents = `
  SELECT e.id, e.event, e.event_id, e.user_id, e.occurred_at, e.received_at, e.agent_resolved, e.call_active, true AS relayed,
         ${relayedMetadata}
    FROM call_events e WHERE e.id = ANY ($1::bigint[]) ORDER BY e.id`;

/** Reads what an instance may have missed from the end of the log. */
export class MissedEventStore {
  readonly #query: Query;

  constructor({ query }: { query: Query }) {
    this.#query = query;
  }

  /**
   * The events of these reps that were received within so many seconds, in the order of the log. Those of the last second are left out:
   * their messages are still in transit. So are those that were never sent: the sweep sends them, and tabs would get them twice.
   */
  readRecent(seconds: number, userIds: readonly string[]): Promise<LogEntry[]> {
    return this.#query<LogEntry>(selectRecent, [seconds, userIds]);
  }

  async readEvents(ids: readonly string[]): Promise<LoggedEvent[]> {
    return (await this.#query<LoggedRow>(selectEvents, [ids])).map(toLoggedEvent);
  }
}
