import { type Adapter, noEvents, type PlatformRequest, type Translation } from '../../adapter.ts';
import { formField } from '../../payload.ts';
import { translateCall } from '../../translate-call.ts';
import { verifyTwilio } from './twilio-signature.ts';

/** The statuses of a call. Twilio reports no hold, and no pause of a recording. */
const events = {
  queued: null,
  initiated: null,
  ringing: null,
  'in-progress': 'call-started',
  completed: 'call-ended',
  busy: null,
  failed: null,
  'no-answer': null,
  canceled: null,
} as const;

/** Twilio Voice: status callbacks, as form posts. https://www.twilio.com/docs/voice/api/call-resource#statuscallback */
export const twilio: Adapter = {
  platform: 'twilio',
  name: 'Twilio',
  support: 'verified',
  methods: ['POST'],
  authentication: {
    kind: 'signature',
    secret: 'auth token of the account',
    verify: verifyTwilio,
    coversQuery: true,
    // All attempts together. https://www.twilio.com/docs/usage/webhooks/webhooks-connection-overrides
    signedTime: {
      of: ({ body }) => [instantOf(formField(new URLSearchParams(body), 'Timestamp'))],
      retryPeriodMs: 15_000,
    },
  },
  translate: translateTwilio,
  callIdLasts: true,
  endIsFinal: true,
};

function translateTwilio(request: PlatformRequest): Translation {
  const form = new URLSearchParams(request.body);
  const callId = formField(form, 'CallSid');
  if (callId === undefined) return { ok: false, problem: 'the form has no CallSid' };
  const status = formField(form, 'CallStatus');
  // Recording callbacks have a status of their own.
  if (status === undefined || form.has('RecordingStatus') || !Object.hasOwn(events, status)) return noEvents;
  const parties = { from: formField(form, 'From'), to: formField(form, 'To') };
  const side = formField(request.query, 'customer') ?? sideOfCustomer(formField(form, 'Direction'), parties);
  if (side !== 'from' && side !== 'to') return { ok: false, problem: 'the parameter customer must be from or to' };
  const agent = parties[side === 'from' ? 'to' : 'from'];
  return translateCall(request, {
    platform: 'twilio',
    event: events[status as keyof typeof events],
    callId,
    step: status,
    agent: isClient(agent) ? nameOf(agent) : undefined,
    customer: numberOf(parties[side]),
    occurredAt: instantOf(formField(form, 'Timestamp')),
    order: formField(form, 'SequenceNumber'),
    direction: side === 'from' ? 'inbound' : 'outbound',
  });
}

interface Parties {
  from: string | undefined;
  to: string | undefined;
}

/**
 * A browser or a SIP phone is the agent, so the customer is on the other side. Between two telephone numbers, a leg that Twilio
 * dials is taken for a call to the customer. It may as well be the leg of a customer's call to the agent's own phone: nothing in the
 * payload tells, and the address of the callback then has `customer=from`.
 */
function sideOfCustomer(direction: string | undefined, { from, to }: Parties): 'from' | 'to' {
  if (direction?.startsWith('outbound')) return isClient(to) ? 'from' : 'to';
  return isClient(from) ? 'to' : 'from';
}

/** Of a number that is called over SIP, `sip:+14155550134@acme.sip.twilio.com`, only the number. */
function numberOf(customer: string | undefined): string | undefined {
  return /^sips?:(\+?\d{7,15})@/i.exec(customer ?? '')?.[1] ?? customer;
}

/**
 * The name of a browser; the address of a SIP phone. The name before its `@` may be on several domains, and brands have aliases of
 * whole addresses. Parameters and headers after the `?` may differ in each call.
 */
function nameOf(agent: string): string {
  return agent.replace(/^client:/i, '').replace(/\?.*$/s, '');
}

function isClient(party: string | undefined): party is string {
  return party !== undefined && /^(client|sips?):./i.test(party);
}

/** Twilio writes RFC 2822: `Tue, 31 Mar 2020 18:21:03 +0000`. */
function instantOf(sent: string | undefined): string | undefined {
  if (sent === undefined || !/^\w{3}, \d{2} \w{3} \d{4} \d{2}:\d{2}:\d{2} [+-]\d{4}$/.test(sent)) return undefined;
  const time = Date.parse(sent);
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
}
