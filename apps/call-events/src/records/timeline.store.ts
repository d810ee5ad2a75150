import type { Query } from '@callside/database';
import { callEventNameSchema } from '@callside/schemas';
import { type Bounded, boundedPage, toPage } from './bounded-page.sql.ts';
import type { Timeline } from './rules/chat-on-file.ts';

const mostEntries = 1_000;

interface EntryRow extends Bounded {
  event: string;
  event_id: string | null;
  occurred_at: Date;
  received_at: Date;
  metadata: string;
  call_active: boolean;
}

const selectEntries = boundedPage(
  `SELECT id, event, event_id, occurred_at, received_at, coalesce(metadata_text, metadata::text) AS metadata, call_active
     FROM call_events WHERE call_id = $1 ORDER BY id LIMIT ${mostEntries + 1}`,
  'id',
);

/** The events of a call, by its internal id, oldest first. */
export async function readTimeline(query: Query, callId: string): Promise<Timeline> {
  const rows = await query<EntryRow>(selectEntries, [callId]);
  const { items, next } = toPage(rows, mostEntries, {
    item: (row) => ({
      event: callEventNameSchema.parse(row.event),
      eventId: row.event_id,
      occurredAt: row.occurred_at,
      receivedAt: row.received_at,
      metadata: row.metadata,
      applied: row.call_active,
    }),
    position: ({ received_at }) => received_at,
  });
  return { entries: items, truncated: next !== null };
}
