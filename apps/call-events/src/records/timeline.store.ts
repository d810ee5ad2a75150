import type { Query } from '@callside/database';
import { type Bounded, boundedPage, toPage } from '../bounded-page.sql.ts';
import type { Timeline, TimelineEvent } from './rules/chat-on-file.ts';

const mostEntries = 1_000;

const selectEntries = boundedPage(
  `SELECT id, event, event_id AS "eventId", occurred_at AS "occurredAt", received_at AS "receivedAt",
          coalesce(metadata_text, metadata::text) AS metadata, call_active AS applied
     FROM call_events WHERE call_id = $1 ORDER BY id LIMIT ${mostEntries + 1}`,
  'id',
);

/** The events of a call, by its internal id, oldest first. */
export async function readTimeline(query: Query, callId: string): Promise<Timeline> {
  const rows = await query<TimelineEvent & Bounded>(selectEntries, [callId]);
  const { items, next } = toPage(rows, mostEntries, {
    item: (row) => row,
    position: ({ receivedAt }) => receivedAt,
  });
  return { entries: items, truncated: next !== null };
}
