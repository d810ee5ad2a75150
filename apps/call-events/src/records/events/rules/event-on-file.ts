import type { CallEventName } from '@callside/schemas';
import type { Position } from '../../../page.ts';

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
  /** The row of the refused request that was sent again. */
  resentFrom?: string | null;
  isTest?: boolean;
  /** Another event came with its id. */
  isReused?: boolean;
}

/** Events with exactly this value. */
export type EventSearch =
  | { by: 'phone' | 'request_id'; value: string }
  /** Its digest in hexadecimal. */
  | { by: 'event_id'; value: string };

/** The API key of a request. */
export interface KeyOfRequest {
  label: string | null;
  /** How it ends. */
  lastFour: string;
}

/** What is known of the way of an event, beyond its row. */
export interface EventWayOnFile {
  event: EventOnFile;
  requestId: string | null;
  /** null: an owner or no known key. */
  key: KeyOfRequest | null;
  rep: { email: string; name: string } | null;
  paintedAt: Date | null;
  paintedTabs: number;
  /** Of the recording state that the event made; null: it made none. */
  recordingSequence: number | null;
  /** The rep's last confirmed recording state. */
  confirmed: { sequence: number; at: Date } | null;
}

/** null matches everything. */
export interface EventFilter {
  brandId: string;
  agentEmail: string | null;
  event: CallEventName | null;
  resolved: boolean | null;
  from: Date | null;
  to: Date | null;
  search?: EventSearch | null;
  after: Position | null;
  limit: number;
}
