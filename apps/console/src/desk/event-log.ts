import type { CallEventMessage, CallEventName, DeskEvent } from '@callside/schemas';

export interface LogEntry {
  /** Identical for a message that is delivered again. */
  key: string;
  event: CallEventName;
  receivedAt: string;
  /** The lowest version received with the event: orders events of the same instant. */
  version: number;
  /** The number of a call that started; null for other events. */
  phoneNumber: string | null;
  /** false: there was no live call. */
  applied: boolean;
  /** The service ended the call because another one started. */
  superseded: boolean;
}

const longest = 20;

/** The newest 20 events, newest first, each once. The result is the same for any order of arrival. */
export function addToLog(log: readonly LogEntry[], message: CallEventMessage): readonly LogEntry[] {
  const entry = entryOf(message);
  const known = log.find(({ key }) => key === entry.key);
  if (known !== undefined && known.version <= entry.version) return log;
  return [...log.filter(({ key }) => key !== entry.key), entry].sort(newestFirst).slice(0, longest);
}

/** The log with the stored events, which the page may have received too. */
export function withStored(log: readonly LogEntry[], events: readonly DeskEvent[]): readonly LogEntry[] {
  const known = new Set(log.map(({ key }) => key));
  const stored = events.map(({ event, event_id, received_at, phone_number, applied }, index) => ({
    key: keyOf(event, event_id, received_at),
    event,
    receivedAt: received_at,
    // Lower than the versions of live events; the list is newest first.
    version: -index,
    phoneNumber: phone_number,
    applied,
    superseded: false,
  }));
  return [...log, ...stored.filter(({ key }) => !known.has(key))].sort(newestFirst).slice(0, longest);
}

/** The service leaves long ids out of the stored list. */
function keyOf(event: CallEventName, eventId: string | null, receivedAt: string): string {
  return eventId === null || eventId.length > 200 ? `${event}@${receivedAt}` : `${event}#${eventId}`;
}

function entryOf({ event, event_id, received_at, applied, end_reason, state }: CallEventMessage): LogEntry {
  return {
    key: keyOf(event, event_id, received_at),
    event,
    receivedAt: received_at,
    version: state.version,
    phoneNumber: event === 'call-started' && state.call !== null ? state.call.phone_number : null,
    applied,
    superseded: end_reason === 'superseded',
  };
}

function newestFirst(a: LogEntry, b: LogEntry): number {
  return Date.parse(b.receivedAt) - Date.parse(a.receivedAt) || b.version - a.version || (a.key < b.key ? 1 : -1);
}
