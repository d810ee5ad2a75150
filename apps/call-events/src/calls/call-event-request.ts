import { hash, randomUUID } from 'node:crypto';
import {
  type CallEventName,
  type callControlBodySchema,
  callEventBodySchemas,
  callStartedBodySchema,
  type EventRemark,
  hasOffset,
  isSimulatedAddress,
  parseInstant,
  restorePlus,
  sortableId,
  storableText,
} from '@callside/schemas';
import { type JsonBody, type JsonShape, objectOf, parseOrThrow } from '@callside/service-kit';
import type { z } from 'zod';
import type { Brand } from '../brands/index.ts';
import { normalisePhoneNumber } from '../customers/index.ts';
import type { NewCallEvent } from './rules/call-event.ts';

/** One of the six events as it was sent. */
export interface CallEventRequest {
  event: CallEventName;
  brand: Brand;
  apiKeyId: string | null;
  keyToConfirm?: NewCallEvent['keyToConfirm'];
  requestId?: string | null;
  body: Pick<JsonBody, 'value' | 'memberText'> & Partial<Pick<JsonBody, 'encoding'>>;
  /** What a translator found odd. */
  remarks?: readonly EventRemark[] | undefined;
}

/** The shape of the bodies of the six endpoints; `metadata` is stored as text. */
export const callEventShape: JsonShape = objectOf(Object.keys(callStartedBodySchema.shape));

/** The posted event in its stored form. Throws `invalid` for a body that the endpoint refuses. */
export function parseCallEvent(request: CallEventRequest): NewCallEvent {
  const { event, brand, body } = request;
  const stored = (sent: string) => storableText(normalisePhoneNumber(sent, brand.country));
  if (event === 'call-started') {
    const fields = parseOrThrow(callStartedBodySchema, body.value);
    // Calls of one millisecond are listed in their order.
    const newCall = { id: sortableId(Date.now()), reference: randomUUID(), chatId: randomUUID() };
    return { event, phoneNumber: stored(fields.phone_number), newCall, ...commonFields(fields, request) };
  }
  const fields = parseOrThrow(callEventBodySchemas[event], body.value);
  const phoneNumber = 'phone_number' in fields ? fields.phone_number : undefined;
  return {
    event,
    phoneNumber: phoneNumber === undefined ? null : stored(phoneNumber),
    ...commonFields(fields, request),
  };
}

function commonFields(
  fields: z.output<typeof callControlBodySchema>,
  { brand, apiKeyId, keyToConfirm = null, requestId = null, body, remarks = [] }: CallEventRequest,
) {
  const { memberText } = body;
  const eventId = eventIdOf(fields.event_id, memberText);
  const found = [...remarks, ...remarksOn(fields, body)];
  return {
    brandId: brand.id,
    eventId: eventId === null ? null : storableText(eventId),
    eventKey: eventId === null ? null : digestEventId(eventId),
    agentEmail: storableText(fields.agent_email),
    customerId: typeof fields.customer_id === 'string' ? storableText(fields.customer_id) : null,
    metadata: (fields.metadata && memberText('metadata')) ?? '{}',
    occurredAt: parseInstant(fields.occurred_at),
    apiKeyId,
    keyToConfirm,
    requestId,
    ...(found.length > 0 && { remarks: found }),
    ...(isSimulatedAddress(fields.agent_email) && { isTest: true }),
  };
}

function remarksOn(
  { agent_email: agent, occurred_at: time }: z.output<typeof callControlBodySchema>,
  { encoding }: CallEventRequest['body'],
): EventRemark[] {
  const isSent = time !== undefined && time !== null && time !== '';
  const isRead = parseInstant(time) !== null;
  const remarks: Record<EventRemark, boolean> = {
    content_encoding: encoding?.isMisnamed === true,
    charset: encoding?.isUtf8 === false,
    no_offset: isRead && typeof time === 'string' && !hasOffset(time),
    unreadable_time: isSent && !isRead,
    lost_plus: restorePlus(agent) !== agent,
  };
  return (Object.keys(remarks) as EventRemark[]).filter((remark) => remarks[remark]);
}

/**
 * A number is compared as its decimal text as sent: ids that are equal only as doubles stay different, and an exponent is
 * resolved only if that is exact. An empty text is no id; otherwise all events of a sender that leaves the field empty would
 * be duplicates.
 */
function eventIdOf(sent: unknown, memberText: JsonBody['memberText']): string | null {
  if (typeof sent === 'string') return sent === '' ? null : sent;
  if (typeof sent !== 'number') return null;
  const text = memberText('event_id') ?? String(sent);
  const isExactInteger = sent !== 0 && Number.isSafeInteger(sent) && /^.{1,16}e/i.test(text);
  return isExactInteger ? String(sent) : text;
}

/** How event ids are compared, in hexadecimal. Hashes UTF-16: texts with different lone surrogates would be equal in UTF-8. */
export function digestEventId(eventId: string): string {
  return hash('sha256', Buffer.from(eventId, 'utf16le'), 'hex');
}
