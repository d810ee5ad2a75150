import type { CallEventName } from '@callside/schemas';
import type { Position } from '../../../page.ts';
import type { AskedRecording, CompanionOnFile } from './recording-evidence.ts';

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
  /** null: the event paused or resumed no recording. */
  recording: RecordingOnFile | null;
}

/** The recording state that an event made, and the companions that may matter for it. */
export interface RecordingOnFile {
  asked: AskedRecording;
  companions: CompanionOnFile[];
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
