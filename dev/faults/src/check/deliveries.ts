import type { CallEventName } from '@callside/test-kit';
import type { History } from '../history/history.ts';
import type { Answered, Sent } from '../history/occurrences/attempts.ts';

/** One event with its attempts and its answers. */
export interface SentEvent {
  eventId: string;
  event: CallEventName;
  agentEmail: string;
  phoneNumber: string | null;
  customerId: string | null;
  firstSentAt: number;
  /** When the last attempt got an answer, or was given up. */
  settledAt: number;
  /** Time of the first 200; null: there was none. */
  acknowledgedAt: number | null;
  answers: Answered[];
}

/** By event id, in order of their first attempts. */
export function sentEvents({ occurrences }: History): Map<string, SentEvent> {
  const events = new Map<string, SentEvent>();
  for (const occurrence of occurrences) {
    if (occurrence.type === 'sent') {
      if (!events.has(occurrence.eventId)) events.set(occurrence.eventId, newEvent(occurrence));
      continue;
    }
    if (occurrence.type !== 'answered' && occurrence.type !== 'unanswered') continue;
    const event = events.get(occurrence.eventId);
    if (event === undefined) continue;
    event.settledAt = Math.max(event.settledAt, occurrence.at);
    if (occurrence.type === 'unanswered') continue;
    event.answers.push(occurrence);
    if (occurrence.status === 200) event.acknowledgedAt ??= occurrence.at;
  }
  return events;
}

function newEvent({ at, eventId, event, agentEmail, phoneNumber, customerId }: Sent): SentEvent {
  return {
    eventId,
    event,
    agentEmail,
    phoneNumber,
    customerId,
    firstSentAt: at,
    settledAt: at,
    acknowledgedAt: null,
    answers: [],
  };
}
