import { type Adapter, noEvents, type PlatformRequest, type Translation } from '../../adapter.ts';
import { withPlus } from '../../e164.ts';
import { isObject, readJson, textAt } from '../../payload.ts';
import { translateCall } from '../../translate-call.ts';

/**
 * 3CX passes on what the trunk sends: E.164 without its plus sign, or a national number. National numbers without a leading 0 have at
 * most 11 digits (China, Brazil).
 */
const fewestDigits = 12;

const events = {
  pickupincoming: 'call-started',
  pickupoutgoing: 'call-started',
  // Their names in older releases of the add-on.
  hangupincoming: 'call-started',
  hangupoutgoing: 'call-started',
  incoming: 'call-ended',
  outgoing: 'call-ended',
} as const;

/**
 * 3CX: the webhook generator of the WebAPI bundle, an add-on of another vendor; 3CX itself posts a call only after its end.
 * https://creomate.com/3cx-crm-bundle, and for older releases https://creomate.com/3cx-webhook-documentation/
 */
export const threeCx: Adapter = {
  platform: '3cx',
  name: '3CX',
  support: 'experimental',
  methods: ['POST'],
  authentication: { kind: 'key' },
  // No callIdLasts: `id` ends in a number that changes during a call (`…_45-0`, `…_45-1`), and nothing says how it does in a transfer.
  translate: translateThreeCx,
};

function translateThreeCx(request: PlatformRequest): Translation {
  const payload = readJson(request.body);
  if (!isObject(payload)) return { ok: false, problem: 'the body is not a JSON object' };
  const type = textAt(payload, 'event');
  if (type === undefined) return { ok: false, problem: 'the payload has no event' };
  const event = Object.hasOwn(events, type) ? events[type as keyof typeof events] : null;
  // The end of a call that nobody answered does not end the call that an agent is on.
  if (event === 'call-ended' && textAt(payload, 'finishtype')?.toLowerCase() !== 'ok') return noEvents;
  return translateCall(request, {
    platform: '3cx',
    event,
    callId: textAt(payload, 'id'),
    // Nothing tells the start of a call that came back to its first agent from a repeated request: there is no time.
    step: null,
    agent: textAt(payload, 'user'),
    customer: withPlus(textAt(payload, 'callerid'), { fewestDigits }),
    mayHaveNoAgent: true,
    direction: type.endsWith('outgoing') ? 'outbound' : 'inbound',
  });
}
