import type { CallEventName } from '@callside/schemas';

/** The most frequent events of a rep on a live call. In this order every event changes the rep's state. */
const midCallEvents = ['hold-started', 'hold-ended', 'recording-paused', 'recording-resumed'] as const;

interface Sender {
  apiKey: string;
  emails: readonly string[];
}

interface EventRequest {
  eventId: string;
  /** A whole HTTP/1.1 request. */
  text: string;
}

/** An endless sequence of requests: each for the next rep, each with a unique event id, `<idPrefix>-<number from 0>`. */
export function createEventRequests({ apiKey, emails }: Sender, idPrefix: string): () => EventRequest {
  let count = 0;
  return () => {
    const email = emails[count % emails.length] ?? '';
    const event = midCallEvents[Math.floor(count / emails.length) % midCallEvents.length] ?? 'hold-started';
    const eventId = `${idPrefix}-${count}`;
    count += 1;
    return { eventId, text: eventRequest({ apiKey, event, email, eventId }) };
  };
}

/** One call start for each rep. */
export function callStartRequests({ apiKey, emails }: Sender): string[] {
  return emails.map((email, index) => {
    const eventId = `start-${email}`;
    return eventRequest({ apiKey, event: 'call-started', email, eventId, phoneNumber: `+1415555${2000 + index}` });
  });
}

interface EventFields {
  apiKey: string;
  event: CallEventName;
  email: string;
  eventId: string;
  phoneNumber?: string;
}

function eventRequest({ apiKey, event, email, eventId, phoneNumber }: EventFields): string {
  const body = JSON.stringify({
    agent_email: email,
    phone_number: phoneNumber,
    event_id: eventId,
    occurred_at: new Date().toISOString(),
    metadata: { queue: 'sales', campaign: 'spring' },
  });
  return (
    `POST /call-events/${event} HTTP/1.1\r\nHost: 127.0.0.1\r\nX-API-Key: ${apiKey}\r\n` +
    `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
  );
}
