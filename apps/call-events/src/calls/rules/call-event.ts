import type { CallEventName, EventRemark } from '@callside/schemas';
import type { FromPlatform } from '../../platforms/index.ts';

/**
 * What an event that an owner sends may do to the live call of its rep. `confirmed`: it may change the call that the owner saw, by
 * its reference, and no other one; null: none.
 */
export type AllowedChange = { only: 'test calls' } | { only: 'confirmed'; reference: string | null };

interface KeyToConfirm {
  /** SHA-256 of the key, in hexadecimal. */
  digest: string;
  /** Network address of the sender. */
  address: string | undefined;
}

interface EventFields {
  brandId: string;
  eventId: string | null;
  /** Digest by which event ids are compared; null without an event_id. */
  eventKey: string | null;
  /** How the sender names the rep: an address or an alias. */
  agentEmail: string;
  customerId: string | null;
  /** The JSON text as sent. Parsed only for an announcement: waiting events hold no objects. */
  metadata: string;
  /** The sender's clock; null if the sent time is missing or invalid. */
  occurredAt: Date | null;
  /** Absent: nothing was odd about the request. */
  remarks?: readonly EventRemark[];
  /** Absent: no adapter sent the event. */
  fromPlatform?: FromPlatform;
  /** null: no API key, but an owner sent the event. */
  apiKeyId: string | null;
  /** The sender's key, which was usable a moment ago: the batch reads it again. null: it was checked for this event. */
  keyToConfirm?: KeyToConfirm | null;
  /** As in the answer's X-Request-Id. */
  requestId?: string | null;
  /** The refused request that an owner corrected and sent again as this event. */
  resentFrom?: string | null;
  /** Placed by the test panel, or of a rep of `callside simulate`. */
  isTest?: boolean;
  /** Absent: the event is recorded whatever it changes, as for a dialler. */
  allowedChange?: AllowedChange;
}

export interface CallStarted extends EventFields {
  event: 'call-started';
  phoneNumber: string;
  /** Ids for the call that this event may open. */
  newCall: { id: string; reference: string; chatId: string };
}

interface LaterEvent extends EventFields {
  event: Exclude<CallEventName, 'call-started'>;
  phoneNumber: string | null;
}

/** A parsed event with its address, number and time in their stored form. */
export type NewCallEvent = CallStarted | LaterEvent;

/** An event of the log, with the fields that its answer and its delivery need. */
export interface LoggedEvent {
  /** null until its batch is committed. */
  id: string | null;
  event: CallEventName;
  eventId: string | null;
  /** null: no active user of the brand has this name. */
  userId: string | null;
  /** The JSON text as sent. */
  metadata: string;
  occurredAt: Date;
  receivedAt: Date;
  agentResolved: boolean;
  callActive: boolean;
  /** In the log of its rep; null: it has no rep. */
  position: number | null;
}

/** An event of the log with what tells it from another event that has its id. */
export interface IdentifiedEvent extends LoggedEvent {
  /** As on the event. */
  agentEmail: string;
  /** Whether `occurredAt` is the sender's. */
  occurredAtSent: boolean;
}
