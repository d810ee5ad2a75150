import type { Query } from '@callside/database';
import { callEventNameSchema } from '@callside/schemas';
import type { EventOnFile, EventQuestion } from '../../domain/event-on-file.ts';
import type { Page } from '../../domain/page.ts';
import { type Bounded, boundedPage, toPage } from './bounded-page.ts';

// $1 brand, $2 address, $3 event, $4 resolved, $5 from, $6 to, $7 and $8 the instant and row to go on after, $9 how many.
const selectPage = boundedPage(
  `SELECT e.id, e.event, e.event_id, e.agent_email, c.reference AS call_reference, e.phone_number, e.customer_id,
          coalesce(e.metadata_text, e.metadata::text) AS metadata, e.occurred_at, e.received_at, e.agent_resolved,
          e.call_active
     FROM call_events e LEFT JOIN calls c ON c.id = e.call_id
    WHERE e.brand_id = $1
      AND ($2::text IS NULL OR e.agent_email = $2)
      AND ($3::text IS NULL OR e.event = $3)
      AND ($4::boolean IS NULL OR e.agent_resolved = $4)
      AND e.received_at >= coalesce($5::timestamptz, '-infinity') AND e.received_at < coalesce($6::timestamptz, 'infinity')
      AND ($7::timestamptz IS NULL OR (e.received_at, e.id) < ($7, $8::bigint))
    ORDER BY e.received_at DESC, e.id DESC LIMIT $9`,
  'received_at DESC, id DESC',
);

interface EventRow extends Bounded {
  id: string;
  event: string;
  event_id: string | null;
  agent_email: string;
  call_reference: string | null;
  phone_number: string | null;
  customer_id: string | null;
  metadata: string;
  occurred_at: Date;
  received_at: Date;
  agent_resolved: boolean;
  call_active: boolean;
}

export function createEventLog({ query }: { query: Query }) {
  return {
    /** Newest first. */
    async readPage(question: EventQuestion): Promise<Page<EventOnFile>> {
      const { brandId, agentEmail, event, resolved, from, to, after, limit } = question;
      const values = [brandId, agentEmail, event, resolved, from, to, after?.at ?? null, after?.id ?? null, limit + 1];
      const rows = await query<EventRow>(selectPage, values);
      return toPage(rows, limit, { item: toEvent, position: ({ received_at, id }) => ({ at: received_at, id }) });
    },
  };
}

function toEvent(row: EventRow): EventOnFile {
  return {
    id: row.id,
    event: callEventNameSchema.parse(row.event),
    eventId: row.event_id,
    agentEmail: row.agent_email,
    callReference: row.call_reference,
    phoneNumber: row.phone_number,
    customerId: row.customer_id,
    metadata: row.metadata,
    occurredAt: row.occurred_at,
    receivedAt: row.received_at,
    agentResolved: row.agent_resolved,
    callActive: row.call_active,
  };
}
