import { createHash } from 'node:crypto';
import { type Adapter, noEvents, type PlatformRequest, type SignedRequest, type Translation } from '../../adapter.ts';
import { withPlus } from '../../e164.ts';
import { equalSecrets } from '../../equal-secrets.ts';
import { claimsOf, verifiedClaims } from '../../json-web-token.ts';
import { at, formField, isObject, isoOfEpoch, readJson, textAt } from '../../payload.ts';
import { translateCall } from '../../translate-call.ts';

/** Every number of Vonage is E.164 without its plus sign. */
const fewestDigits = 7;

const events = { answered: 'call-started', completed: 'call-ended' } as const;

/** Vonage Voice: the event webhook of an application. https://developer.vonage.com/en/voice/voice-api/webhook-reference */
export const vonage: Adapter = {
  platform: 'vonage',
  name: 'Vonage',
  support: 'verified',
  methods: ['POST'],
  authentication: {
    kind: 'signature',
    secret: 'signature secret of the account',
    verify: verifyVonage,
    coversQuery: false,
    // The longest that Vonage documents for a webhook.
    signedTime: { of: timesOf, retryPeriodMs: 24 * 3_600_000 },
  },
  translate: translateVonage,
  callIdLasts: true,
  endIsFinal: true,
};

/**
 * A token in the Authorization header, whose claim `payload_hash` is the SHA-256 of the body.
 * https://developer.vonage.com/en/getting-started/concepts/webhooks#decoding-signed-webhooks
 */
function verifyVonage({ headers, bytes }: SignedRequest, secret: string): boolean {
  const token = tokenOf(headers);
  const hash = token === undefined ? undefined : textAt(verifiedClaims(token, secret), 'payload_hash');
  return hash !== undefined && equalSecrets(hash.toLowerCase(), createHash('sha256').update(bytes).digest('hex'));
}

function tokenOf(headers: PlatformRequest['headers']): string | undefined {
  return /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1];
}

/** Of the token and of the event. */
function timesOf({ headers, body }: PlatformRequest): (string | undefined)[] {
  return [isoOfEpoch(at(claimsOf(tokenOf(headers) ?? ''), 'iat')), textAt(readJson(body), 'timestamp')];
}

function translateVonage(request: PlatformRequest): Translation {
  const payload = readJson(request.body);
  if (!isObject(payload)) return { ok: false, problem: 'the body is not a JSON object' };
  const status = textAt(payload, 'status');
  if (status === undefined || !Object.hasOwn(events, status)) return noEvents;
  // A call that was not answered has no start.
  if (status === 'completed' && textAt(payload, 'start_time') === undefined) return noEvents;
  // The leg to an agent has no number of the customer: only the address can have it.
  const given = formField(request.query, 'customer');
  const direction = given === undefined && textAt(payload, 'direction') === 'outbound' ? 'outbound' : 'inbound';
  return translateCall(request, {
    platform: 'vonage',
    event: events[status as keyof typeof events],
    callId: textAt(payload, 'uuid'),
    step: status,
    agent: undefined,
    customer: withPlus(given ?? textAt(payload, direction === 'inbound' ? 'from' : 'to'), { fewestDigits }),
    occurredAt: textAt(payload, 'timestamp'),
    direction,
  });
}
