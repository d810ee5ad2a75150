import { type Adapter, noEvents, type PlatformRequest, type SignedRequest, type Translation } from '../../adapter.ts';
import { equalSecrets } from '../../equal-secrets.ts';
import { at, isObject, isoOfEpoch, readJson, textAt } from '../../payload.ts';
import { stepAt, translateCall } from '../../translate-call.ts';

const events = {
  'call.answered': 'call-started',
  'call.ended': 'call-ended',
  'call.hold': 'hold-started',
  'call.unhold': 'hold-ended',
} as const;

/** Aircall: webhooks of the resource call. https://developer.aircall.io/api-references/#call-webhook-events */
export const aircall: Adapter = {
  platform: 'aircall',
  name: 'Aircall',
  support: 'verified',
  methods: ['POST'],
  authentication: { kind: 'signature', secret: 'token of the webhook', verify: verifyAircall },
  translate: translateAircall,
};

/** Aircall signs nothing: each payload has the token of its webhook. */
function verifyAircall({ body }: SignedRequest, token: string): boolean {
  const sent = textAt(readJson(body), 'token');
  return sent !== undefined && equalSecrets(sent, token);
}

function translateAircall(request: PlatformRequest): Translation {
  const payload = readJson(request.body);
  if (!isObject(payload)) return { ok: false, problem: 'the body is not a JSON object' };
  const type = textAt(payload, 'event');
  if (type === undefined) return { ok: false, problem: 'the payload has no event' };
  const call = at(payload, 'data');
  // The end of a call that nobody answered does not end the call that an agent is on.
  if (!Object.hasOwn(events, type) || textAt(call, 'answered_at') === undefined) return noEvents;
  return translateCall(request, {
    platform: 'aircall',
    event: events[type as keyof typeof events],
    callId: textAt(call, 'id'),
    // A call may be answered again after a transfer, and put on hold several times.
    step: stepAt(textAt(payload, 'timestamp'), type),
    agent: textAt(call, 'user', 'email'),
    customer: textAt(call, 'raw_digits'),
    occurredAt: isoOfEpoch(at(payload, 'timestamp')),
    mayHaveNoAgent: true,
    direction: textAt(call, 'direction') === 'outbound' ? 'outbound' : 'inbound',
  });
}
