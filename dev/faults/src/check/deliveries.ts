import type { CallEventName } from '@callside/test-kit';
import type { History } from '../history/history.ts';
import type { Answered, Sent } from '../history/occurrences/attempts.ts';
import type { EventRow } from '../history/on-file.ts';
import { grouped } from './grouped.ts';

/** One event with its attempts and its answers. */
export interface SentEvent {
  eventId: string;
  /** Its `event_id`; several events of a call may have one. */
  wireId: string;
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

/** By their names in the history, in order of their first attempts. */
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

/** The metadata that senders of the harness put into an event. */
export function metadataOf(eventId: string): string {
  return `{"ref":${JSON.stringify(eventId)}}`;
}

/** Finds the event of a row: the one with its id, or of several with this id the one with its metadata. */
export function eventsOfRows(sent: ReadonlyMap<string, SentEvent>): (row: EventRow) => SentEvent | undefined {
  const byId = grouped([...sent.values()].map((event) => [event.wireId, event] as const));
  return ({ eventId, metadata }) => {
    const own = byId.get(eventId ?? '') ?? [];
    return own.length > 1 ? own.find((event) => metadataOf(event.eventId) === metadata) : own[0];
  };
}

function newEvent({ at, eventId, sharedId, event, agentEmail, phoneNumber, customerId }: Sent): SentEvent {
  return {
    eventId,
    wireId: sharedId ?? eventId,
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
