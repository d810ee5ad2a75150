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
  authentication: { kind: 'signature', secret: 'auth token of the account', verify: verifyTwilio },
  translate: translateTwilio,
};

function translateTwilio(request: PlatformRequest): Translation {
  const form = new URLSearchParams(request.body);
  const callId = formField(form, 'CallSid');
  if (callId === undefined) return { ok: false, problem: 'the form has no CallSid' };
  const status = formField(form, 'CallStatus');
  // Recording callbacks have a status of their own.
  if (status === undefined || form.has('RecordingStatus') || !Object.hasOwn(events, status)) return noEvents;
  const direction = formField(form, 'Direction')?.startsWith('outbound') ? 'outbound' : 'inbound';
  const from = formField(form, 'From');
  const to = formField(form, 'To');
  const [theirs, ours] = direction === 'inbound' ? [from, to] : [to, from];
  // A call leg to a browser or a SIP phone: that is the agent, and the number of the customer is on the other side.
  const customer = isClient(theirs) && !isClient(ours) ? ours : theirs;
  return translateCall(request, {
    platform: 'twilio',
    event: events[status as keyof typeof events],
    callId,
    step: status,
    agent: [theirs, ours].find(isClient)?.replace(/^client:/i, ''),
    customer,
    occurredAt: instantOf(formField(form, 'Timestamp')),
    direction,
  });
}

function isClient(party: string | undefined): boolean {
  return party !== undefined && /^(client|sip):/i.test(party);
}

/** Twilio writes RFC 2822: `Tue, 31 Mar 2020 18:21:03 +0000`. */
function instantOf(sent: string | undefined): string | undefined {
  if (sent === undefined || !/^\w{3}, \d{2} \w{3} \d{4} \d{2}:\d{2}:\d{2} [+-]\d{4}$/.test(sent)) return undefined;
  const time = Date.parse(sent);
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
}
