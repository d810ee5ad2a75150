import {
  type Adapter,
  noEvents,
  type PlatformRequest,
  type SignedRequest,
  type TranslatedEvent,
  type Translation,
} from '../../adapter.ts';
import { equalSecrets } from '../../equal-secrets.ts';
import { at, isObject, listAt, readJson, textAt } from '../../payload.ts';
import { stepAt, translateCall } from '../../translate-call.ts';

/**
 * A party is `Gone` when its extension has connected the call to another one: an attended transfer. It is `Parked` when its extension has
 * parked the call, which then waits for anyone who takes it.
 */
const events = {
  Answered: 'call-started',
  Disconnected: 'call-ended',
  Gone: 'call-ended',
  Parked: 'call-ended',
} as const;

/** Reasons of a party that ends without having been answered. */
const unanswered = new Set([
  'NoAnswer',
  'Rejected',
  'Cancelled',
  'Timeout',
  'TargetBusy',
  'InvalidNumber',
  'Voicemail',
  'AgentAnswered',
  // A colleague took the call that rang. They can take one that is on hold only if its owner has permitted it.
  'Pickup',
  'CallRedirected',
  'CallReplied',
  'CallerInputRedirect',
  'DestinationBlocked',
  'InternationalDisabled',
  'NotEnoughFunds',
  'NoSuchUser',
]);

/** Reasons of a party that ends while its extension stays on the call: with another phone, or in a conference. */
const continued = new Set(['CallSwitch', 'Conference']);

/**
 * RingCentral: telephony session notifications of the account or an extension.
 * https://developers.ringcentral.com/guide/voice/telephony-session-notifications
 */
export const ringcentral: Adapter = {
  platform: 'ringcentral',
  name: 'RingCentral',
  support: 'experimental',
  methods: ['POST'],
  authentication: {
    kind: 'signature',
    secret: 'verificationToken of the subscription',
    verify: verifyRingCentral,
    coversQuery: false,
    signedTime: null,
  },
  translate: translateRingCentral,
  callIdLasts: true,
  answerRegistration: ({ headers, body }) => {
    const token = headers['validation-token'];
    // A notification has a body, and must be signed.
    return body !== '' || token === undefined || !/^[\x21-\x7e]{1,512}$/.test(token)
      ? null
      : { 'Validation-Token': token };
  },
};

/** RingCentral signs nothing: each notification has the token that the subscription was made with. */
function verifyRingCentral({ headers }: SignedRequest, token: string): boolean {
  const sent = headers['verification-token'];
  return sent !== undefined && equalSecrets(sent, token);
}

function translateRingCentral(request: PlatformRequest): Translation {
  const payload = readJson(request.body);
  if (!isObject(payload)) return { ok: false, problem: 'the body is not a JSON object' };
  const session = at(payload, 'body');
  if (textAt(payload, 'event')?.includes('/telephony/sessions') !== true || session === undefined) return noEvents;
  const found: TranslatedEvent[] = [];
  for (const party of listAt(session, 'parties')) {
    const translation = translateParty(request, session, party);
    if (!translation.ok) return translation;
    found.push(...translation.events);
  }
  return { ok: true, events: found };
}

function translateParty(request: PlatformRequest, session: unknown, party: unknown): Translation {
  const code = textAt(party, 'status', 'code') ?? '';
  // The other side of the call has no extension.
  const extension = textAt(party, 'extensionId');
  if (!Object.hasOwn(events, code) || extension === undefined) return noEvents;
  const event = events[code as keyof typeof events];
  if (event === 'call-started' ? isConference(session) : !endsCall(party)) return noEvents;
  const direction = textAt(party, 'direction') === 'Outbound' ? 'outbound' : 'inbound';
  const time = textAt(session, 'eventTime');
  const step = `${textAt(party, 'id') ?? extension}:${code}`;
  return translateCall(request, {
    platform: 'ringcentral',
    event,
    callId: textAt(session, 'telephonySessionId'),
    // A call that was on hold during another one is answered again, and must be shown again; a call may be parked again. A party ends once.
    step: code === 'Answered' || code === 'Parked' ? stepAt(time, step) : step,
    agent: extension,
    customer: textAt(party, direction === 'inbound' ? 'from' : 'to', 'phoneNumber'),
    occurredAt: time,
    // The times of two notifications may be equal.
    order: at(session, 'sequence'),
    direction,
  });
}

/** The host of a conference stays on the call with the customer, who came into it with that call. */
function isConference(session: unknown): boolean {
  return textAt(session, 'origin', 'type') === 'Conference';
}

/** The end of a call that the agent did not answer does not end the call that they are on. */
function endsCall(party: unknown): boolean {
  const reason = textAt(party, 'status', 'reason') ?? '';
  return at(party, 'missedCall') !== true && !unanswered.has(reason) && !continued.has(reason);
}
