import { type CallEventName, callEventNameSchema } from '@callside/schemas';
import type { IdentifiedEvent, LoggedEvent } from './rules/call-event.ts';

/** The columns of call_events that a duplicate or a missed event needs. */
export interface LoggedRow {
  id: string;
  event: string;
  event_id: string | null;
  user_id: string | null;
  metadata: string;
  occurred_at: Date;
  received_at: Date;
  agent_resolved: boolean;
  call_active: boolean;
  position?: string | null;
}

export interface IdentifiedRow extends LoggedRow {
  agent_email: string;
  occurred_at_sent: boolean;
}

export function toIdentifiedEvent(row: IdentifiedRow): IdentifiedEvent {
  return { ...toLoggedEvent(row), agentEmail: row.agent_email, occurredAtSent: row.occurred_at_sent };
}

export function toLoggedEvent(row: LoggedRow): LoggedEvent {
  const event: CallEventName = callEventNameSchema.parse(row.event);
  return {
    id: row.id,
    event,
    eventId: row.event_id,
    userId: row.user_id,
    metadata: row.metadata,
    occurredAt: row.occurred_at,
    receivedAt: row.received_at,
    agentResolved: row.agent_resolved,
    callActive: row.call_active,
    position: row.position == null ? null : Number(row.position),
  };
}
