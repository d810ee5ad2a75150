import { type Adapter, noEvents, type PlatformRequest, type SignedRequest, type Translation } from '../../adapter.ts';
import { equalSecrets } from '../../equal-secrets.ts';
import { at, isObject, isoOfEpoch, readJson, textAt } from '../../payload.ts';
import { stepAt, translateCall } from '../../translate-call.ts';

const events = {
  'call.answered': 'call-started',
  // When the call ends, and again about 30 s later, with all its data.
  'call.hungup': 'call-ended',
  'call.ended': 'call-ended',
  'call.transferred': 'call-ended',
  // To a number outside of Aircall, where no user takes the call.
  'call.external_transferred': 'call-ended',
  // The call came back to the user who transferred it.
  'call.unsuccessful_transfer': 'call-started',
  'call.hold': 'hold-started',
  'call.unhold': 'hold-ended',
} as const;

/** Aircall: webhooks of the resource call. https://developer.aircall.io/api-references/#call-webhook-events */
export const aircall: Adapter = {
  platform: 'aircall',
  name: 'Aircall',
  support: 'verified',
  methods: ['POST'],
  authentication: {
    kind: 'signature',
    secret: 'token of the webhook',
    verify: verifyAircall,
    coversQuery: false,
    signedTime: null,
  },
  translate: translateAircall,
  callIdLasts: true,
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
  const event = events[type as keyof typeof events];
  // A caller who hangs up during a transfer leaves no call that could come back.
  if (event === 'call-started' && textAt(call, 'ended_at') !== undefined) return noEvents;
  const agent = agentOf(type, call);
  // Only the payload knows whose call a transfer ends: the `agent` of the address does not replace it.
  if (agent === undefined && type === 'call.transferred') return noEvents;
  return translateCall(request, {
    platform: 'aircall',
    event,
    callId: textAt(call, 'id'),
    step: stepOf(type, textAt(payload, 'timestamp')),
    agent,
    customer: textAt(call, 'raw_digits'),
    occurredAt: isoOfEpoch(at(payload, 'timestamp')),
    // Times are whole seconds. A call that was transferred may come back, one that is over does not.
    isFinal: isOver(type),
    mayHaveNoAgent: true,
    direction: textAt(call, 'direction') === 'outbound' ? 'outbound' : 'inbound',
  });
}

/** The user of a transferred call may already be the one to whom it was transferred: their call must not end. */
function agentOf(type: string, call: unknown): string | undefined {
  const user = textAt(call, 'user', 'email');
  const transferredBy = textAt(call, 'transferred_by', 'email');
  if (type === 'call.transferred') return transferredBy;
  return type === 'call.external_transferred' ? (transferredBy ?? user) : user;
}

/**
 * A call may be answered again after a transfer, and put on hold several times. It ends once, but `call.ended` is not a duplicate of
 * `call.hungup`: Aircall delivers in any order, and an answer that comes between both opens the call again.
 */
function stepOf(type: string, time: string | undefined): string | null {
  return isOver(type) ? type : stepAt(time, type);
}

function isOver(type: string): boolean {
  return type === 'call.hungup' || type === 'call.ended';
}
