import { randomUUID } from 'node:crypto';
import type { CallEventName } from '@callside/schemas';
import { type JsonBody, requestId } from '@callside/service-kit';
import type { Request } from 'express';
import { requestBrand } from '../../brands/index.ts';
import { parseCallEvent } from '../call-event-request.ts';
import type { NewCallEvent } from '../rules/call-event.ts';

/**
 * An event that an owner sends, with a new event id that begins with `prefix`. Throws `invalid` for a body that a dialler could
 * not send either.
 */
export function parseOwnerEvent(
  request: Request,
  event: CallEventName,
  body: Pick<JsonBody, 'value' | 'memberText'>,
  prefix: string,
): NewCallEvent & { eventId: string } {
  const eventId = `${prefix}-${randomUUID()}`;
  const text = JSON.stringify(eventId);
  const parsed = parseCallEvent({
    event,
    brand: requestBrand.of(request),
    apiKeyId: null,
    requestId: requestId.of(request),
    body: {
      value: { ...Object(body.value), event_id: eventId },
      memberText: (name) => (name === 'event_id' ? text : body.memberText(name)),
    },
  });
  return { ...parsed, eventId };
}
