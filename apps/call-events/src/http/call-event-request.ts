import { createHash, randomUUID } from 'node:crypto';
import { type CallEventName, callEventBodySchemas, callStartedBodySchema, storableText } from '@callside/schemas';
import { type JsonShape, objectOf, parseOrThrow } from '@callside/service-kit';
import type { Brand } from '../domain/brand.ts';
import type { NewCallEvent } from '../domain/decide-batch.ts';
import { parseOccurredAt } from '../domain/occurred-at.ts';
import { normalisePhoneNumber } from '../domain/phone-number.ts';

interface CallEventRequest {
  event: CallEventName;
  brand: Brand;
  apiKeyId: string;
  body: unknown;
  /** A member of the body as it was sent. */
  memberText: (name: string) => string | undefined;
}

/** Of the six endpoints' bodies; `metadata` is stored from its text and never built. */
export const callEventShape: JsonShape = objectOf(Object.keys(callStartedBodySchema.shape));

/** The event that a request posts, in its stored form; a body that the endpoint refuses throws `invalid`. */
export function parseCallEvent({ event, brand, apiKeyId, body, memberText }: CallEventRequest): NewCallEvent {
  const fields = parseOrThrow(callEventBodySchemas[event], body);
  const phoneNumber = 'phone_number' in fields ? fields.phone_number : undefined;
  const eventId = eventIdOf(fields.event_id, memberText);
  return {
    brandId: brand.id,
    event,
    eventId: eventId === null ? null : storableText(eventId),
    eventKey: eventId === null ? null : digestEventId(eventId),
    agentEmail: storableText(fields.agent_email),
    phoneNumber: phoneNumber === undefined ? null : storableText(normalisePhoneNumber(phoneNumber, brand.country)),
    customerId: typeof fields.customer_id === 'string' ? storableText(fields.customer_id) : null,
    metadata: (fields.metadata && memberText('metadata')) ?? '{}',
    occurredAt: parseOccurredAt(fields.occurred_at),
    apiKeyId,
    newCall: { id: randomUUID(), reference: randomUUID(), chatId: randomUUID() },
  };
}

/**
 * A number counts as its decimal text, read from the text that was sent: two ids that a double cannot tell apart stay
 * two, and an exponent is resolved only where that is exact. An empty text is no id, or all events of a sender who
 * leaves the field empty would be one.
 */
function eventIdOf(sent: unknown, memberText: CallEventRequest['memberText']): string | null {
  if (typeof sent === 'string') return sent === '' ? null : sent;
  if (typeof sent !== 'number') return null;
  const text = memberText('event_id') ?? String(sent);
  const isExactInteger = sent !== 0 && Number.isSafeInteger(sent) && /^.{1,16}e/i.test(text);
  return isExactInteger ? String(sent) : text;
}

/** Over UTF-16, in which also texts that UTF-8 cannot tell apart (lone surrogates) differ. */
function digestEventId(eventId: string): string {
  return createHash('sha256').update(eventId, 'utf16le').digest('hex');
}
