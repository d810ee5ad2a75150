import type { CallEventName } from '@callside/test-kit';

export interface Sent {
  type: 'sent';
  at: number;
  /** Names the event in the history; also its `event_id`, unless its call has one for all of its events. */
  eventId: string;
  sharedId: string | null;
  delivery: number;
  attempt: number;
  instance: number;
  event: CallEventName;
  agentEmail: string;
  phoneNumber: string | null;
  customerId: string | null;
}

export interface Answered {
  type: 'answered';
  at: number;
  eventId: string;
  delivery: number;
  attempt: number;
  status: number;
  /** Only in an answer 200. */
  duplicate: boolean | null;
  agentResolved: boolean | null;
  callActive: boolean | null;
}

/** No answer came: a timeout or a lost connection. */
export interface Unanswered {
  type: 'unanswered';
  at: number;
  eventId: string;
  delivery: number;
  attempt: number;
}
