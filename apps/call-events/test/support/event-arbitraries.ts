import { callEventNames } from '@callside/schemas';
import fc from 'fast-check';
import type { CallStarted, NewCallEvent } from '../../src/calls/rules/call-event.ts';
import type { FromPlatform } from '../../src/platforms/rules/platform-call.ts';

const brandIds = ['brand-1', 'brand-2'];
const repAddresses = ['ann@reps.example', 'bob@reps.example'];

/** All reps: both addresses in both brands. */
export const everyRep = brandIds.flatMap((brandId) => repAddresses.map((agentEmail) => ({ brandId, agentEmail })));

export const now = new Date('2026-01-01T10:00:00Z');

let made = 0;

interface EventFields extends Partial<Omit<CallStarted, 'event' | 'metadata' | 'phoneNumber'>> {
  event?: NewCallEvent['event'];
  phoneNumber?: string | null;
  /** JSON text. */
  metadata?: string;
}

/** An event of the first rep of the first brand, a call-started without an event_id by default. */
export function anEvent(fields?: EventFields & { event?: 'call-started' }): CallStarted;
export function anEvent(fields?: EventFields): NewCallEvent;
export function anEvent({
  event = 'call-started',
  phoneNumber,
  metadata = '{}',
  newCall,
  ...fields
}: EventFields = {}) {
  made += 1;
  const common = {
    brandId: 'brand-1',
    eventId: null,
    eventKey: null,
    agentEmail: 'ann@reps.example',
    customerId: null,
    metadata,
    occurredAt: null,
    apiKeyId: 'key-1',
    ...fields,
  };
  if (event !== 'call-started') return { ...common, event, phoneNumber: phoneNumber ?? null };
  return {
    ...common,
    event,
    phoneNumber: phoneNumber ?? '+14155550134',
    newCall: newCall ?? { id: `internal-${made}`, reference: `reference-${made}`, chatId: `chat-${made}` },
  };
}

const fromPlatform: fc.Arbitrary<FromPlatform> = fc.record({
  platformCall: fc.constantFrom('aircall:1', 'aircall:2', 'aircall:3'),
  callIdLasts: fc.boolean(),
  endIsFinal: fc.boolean(),
  isOffHold: fc.boolean(),
  order: fc.option(fc.nat(4)),
  isStale: fc.boolean(),
});

/** Events of few reps, numbers and ids, so that there are many resends and duplicates. */
export const eventArbitrary: fc.Arbitrary<NewCallEvent> = fc
  .record({
    brandId: fc.constantFrom(...brandIds),
    agentEmail: fc.constantFrom(...repAddresses, ...repAddresses, 'nobody@reps.example'),
    event: fc.constantFrom(...callEventNames, 'call-started' as const),
    number: fc.constantFrom('+14155550134', '+14155550199', 'anonymous'),
    customerId: fc.constantFrom(null, null, 'c1', 'c2'),
    fromPlatform: fc.option(fromPlatform, { freq: 2, nil: undefined }),
    occurredAt: fc.option(fc.constantFrom(...[1, 2, 3, 4].map((minute) => new Date(Date.UTC(2026, 0, 1, 10, minute))))),
    eventKey: fc.option(fc.constantFrom('k1', 'k2', 'k3', 'k4', 'k5', 'k6'), { freq: 2 }),
  })
  .map(({ number, eventKey, event, fromPlatform, ...fields }) =>
    anEvent({
      ...fields,
      ...(fromPlatform && { fromPlatform }),
      event,
      eventKey,
      eventId: eventKey,
      phoneNumber: event === 'call-started' ? number : null,
    }),
  );

export const eventsArbitrary = fc.array(eventArbitrary, { maxLength: 60, size: 'max' });
