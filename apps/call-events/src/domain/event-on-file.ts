import type { CallEventName } from '@callside/schemas';
import type { Position } from './page.ts';

/** A row of the event log. `metadata` is the JSON text as sent. */
export interface EventOnFile {
  id: string;
  event: CallEventName;
  eventId: string | null;
  agentEmail: string;
  callReference: string | null;
  phoneNumber: string | null;
  customerId: string | null;
  metadata: string;
  occurredAt: Date;
  receivedAt: Date;
  agentResolved: boolean;
  callActive: boolean;
}

/** null matches everything. */
export interface EventFilter {
  brandId: string;
  agentEmail: string | null;
  event: CallEventName | null;
  resolved: boolean | null;
  from: Date | null;
  to: Date | null;
  after: Position | null;
  limit: number;
}
