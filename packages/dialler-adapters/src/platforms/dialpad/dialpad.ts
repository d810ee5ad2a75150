import { type Adapter, noEvents, type PlatformRequest, type SignedRequest, type Translation } from '../../adapter.ts';
import { claimsOf, verifiedClaims } from '../../json-web-token.ts';
import { at, isObject, isoOfEpoch, textAt } from '../../payload.ts';
import { stepAt, translateCall } from '../../translate-call.ts';

const events = { connected: 'call-started', hangup: 'call-ended' } as const;

/** Dialpad: call events, as a token that is signed with the webhook's secret. https://developers.dialpad.com/docs/call-events */
export const dialpad: Adapter = {
  platform: 'dialpad',
  name: 'Dialpad',
  support: 'verified',
  methods: ['POST'],
  authentication: {
    kind: 'signature',
    secret: 'secret of the webhook',
    verify: verifyDialpad,
    coversQuery: false,
    // Four attempts of 5 s, after 2, 4 and 8 s. https://developers.dialpad.com/docs/webhook-delivery-failures
    signedTime: {
      of: ({ body }) => [isoOfEpoch(at(claimsOf(body.trim()), 'event_timestamp'))],
      retryPeriodMs: 34_000,
    },
  },
  translate: translateDialpad,
  callIdLasts: true,
  endIsFinal: true,
};

function verifyDialpad({ body }: SignedRequest, secret: string): boolean {
  return verifiedClaims(body.trim(), secret) !== undefined;
}

function translateDialpad(request: PlatformRequest): Translation {
  const call = claimsOf(request.body.trim());
  if (!isObject(call)) return { ok: false, problem: 'the body is not a JSON web token' };
  const state = textAt(call, 'state');
  if (state === undefined) return { ok: false, problem: 'the call event has no state' };
  // The end of a call that was never connected does not end the call that an agent is on.
  if (!Object.hasOwn(events, state) || textAt(call, 'date_connected') === undefined) return noEvents;
  return translateCall(request, {
    platform: 'dialpad',
    event: events[state as keyof typeof events],
    callId: textAt(call, 'call_id'),
    // A call that comes off hold is connected again, and must be shown again if another one has replaced it. It ends once.
    step: state === 'connected' ? stepAt(textAt(call, 'event_timestamp'), state) : state,
    // A call of a call centre has one more event for the agent who takes it.
    agent: textAt(call, 'target', 'type') === 'user' ? textAt(call, 'target', 'email') : undefined,
    customer: textAt(call, 'external_number'),
    occurredAt: isoOfEpoch(at(call, 'event_timestamp')),
    mayHaveNoAgent: true,
    direction: textAt(call, 'direction') === 'outbound' ? 'outbound' : 'inbound',
  });
}
