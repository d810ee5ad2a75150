import type { Buffer } from 'node:buffer';
import fc from 'fast-check';
import { bodiesOf, deeplyNested, mostly, oddText, oddValue } from './texts.ts';

export const instants = fc.oneof(
  fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  fc.constantFrom(
    '2024-02-29T10:00:00Z',
    '2024-02-31',
    '9999-12-31T23:59:59-23:59',
    '2024-02-29T10:00:00\u221208:00',
    '0000-01-01T00:00:00Z',
    '1',
    '24:00',
  ),
  fc.stringMatching(/^\d{1,5}-\d{1,3}-\d{1,3}T\d{1,3}:\d{1,3}(:\d{1,3}(\.\d{1,30})?)?(Z|[+-]\d{1,3}(:?\d{1,3})?)?$/),
  fc.integer({ min: 1, max: 50_000 }).map((length) => `2024-01-01T00:00:00.${'1'.repeat(length)}Z`),
);

export const phoneNumbers = fc.oneof(
  fc.constantFrom(
    '+14155550134',
    '(415) 555-0134',
    ' +14155550134',
    '+14155550134\n',
    'tel:+14155550134',
    'whatsapp:+14155550134',
    'sip:%2B1-415-555-0134@trunk.example;user=phone',
    '"Kim Doe" <sip:+14155550134@trunk.example>',
    '\u202a+1 415\u00ad555\u200b0134\u202c',
    'anonymous',
    '+266696687',
  ),
  fc.stringMatching(/^[+(]?[0-9 ()./x,;*#-]{1,60}$/),
  fc.stringMatching(/^(tel|sip|sips):[0-9a-z@.;=+%<>"-]{1,60}$/),
  fc.stringMatching(/^[０-９٠-٩+]{1,20}$/u),
  oddText,
);

/** A call event of a known rep, with members that are mostly valid. */
function eventBody(agentEmail: string) {
  return fc.record(
    {
      agent_email: mostly(fc.constantFrom(agentEmail, ` ${agentEmail.toUpperCase()} `, 'nobody@bench.example')),
      phone_number: mostly(phoneNumbers),
      customer_id: mostly(oddText),
      event_id: mostly(fc.oneof(oddText, fc.double(), fc.uuid())),
      occurred_at: mostly(instants),
      metadata: mostly(fc.dictionary(oddText, oddValue, { maxKeys: 4 })),
      call_id: oddValue,
      __proto__: oddValue,
    },
    { requiredKeys: ['agent_email', 'phone_number'] },
  );
}

export function eventBodies(agentEmail: string): fc.Arbitrary<Buffer> {
  const nested = deeplyNested(`"agent_email":"${agentEmail}","phone_number":"1"`, ['metadata', 'event_id', 'x']);
  return bodiesOf(eventBody(agentEmail), nested);
}
