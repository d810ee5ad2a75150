import { type Adapter, noEvents, type PlatformRequest, type Translation } from '../../adapter.ts';
import { isObject, isoOfEpoch, readJson, textAt } from '../../payload.ts';
import { stepAt, translateCall } from '../../translate-call.ts';
import { findInAmiEvent } from './ami-event.ts';

/**
 * Asterisk and FreePBX: events of the manager interface (AMI) as JSON, one a request. `callside bridge asterisk` follows the
 * interface itself, and needs no such request. https://docs.asterisk.org/Asterisk_22_Documentation/API_Documentation/AMI_Events/
 */
export const asterisk: Adapter = {
  platform: 'asterisk',
  name: 'Asterisk and FreePBX',
  support: 'verified',
  methods: ['POST'],
  authentication: { kind: 'key' },
  translate: translateAsterisk,
  callIdLasts: true,
};

function translateAsterisk(request: PlatformRequest): Translation {
  const payload = readJson(request.body);
  if (!isObject(payload)) return { ok: false, problem: 'the body is not a JSON object' };
  if (textAt(payload, 'Event') === undefined) return { ok: false, problem: 'the payload has no Event' };
  const found = findInAmiEvent((name) => textAt(payload, name));
  if (found === null) return noEvents;
  const { event, agent, customer, callId, time } = found;
  return translateCall(request, {
    platform: 'asterisk',
    event,
    callId,
    step: stepAt(time, event),
    agent,
    customer,
    occurredAt: isoOfEpoch(textAt(payload, 'Timestamp')),
    // Microseconds, for a channel that goes from one bridge to another within a millisecond.
    order: time?.replace(/^(\d+)\.(\d{6})$/, '$1$2'),
  });
}
