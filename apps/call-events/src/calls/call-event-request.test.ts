import { type CallEventName, callEventNames } from '@callside/schemas';
import { ServiceError, sliceMember } from '@callside/service-kit';
import { anyText } from '@callside/test-kit/any-text';
import fc from 'fast-check';
import { parseCallEvent } from './call-event-request.ts';

const brand = {
  id: 'brand-1',
  slug: 'brand',
  name: 'Brand',
  country: 'US',
  timeZone: 'UTC',
  currency: 'USD',
  shownMetadata: [],
  frameOrigins: [],
  hasOffers: false,
} as const;

function parse(bodyText: string, event: CallEventName = 'call-started') {
  const memberText = (name: string) => sliceMember(bodyText, name);
  return parseCallEvent({ event, brand, apiKeyId: 'key-1', body: { value: JSON.parse(bodyText), memberText } });
}

const bodyWith = (members: string) =>
  `{"agent_email":" Rep@Brand.Example ","phone_number":"(415) 555-0134",${members}}`;

test('the parser returns an event in the form in which it is stored and compared', () => {
  expect(
    parse(bodyWith('"customer_id":"007","event_id":"e","occurred_at":"2024-02-29T10:00:00Z","metadata":{ "a":1.10 }')),
  ).toEqual({
    brandId: 'brand-1',
    event: 'call-started',
    eventId: 'e',
    eventKey: expect.stringMatching(/^[0-9a-f]{64}$/),
    agentEmail: 'rep@brand.example',
    phoneNumber: '+14155550134',
    customerId: '007',
    metadata: '{ "a":1.10 }',
    occurredAt: new Date('2024-02-29T10:00:00Z'),
    apiKeyId: 'key-1',
    keyToConfirm: null,
    requestId: null,
    newCall: { id: expect.any(String), reference: expect.any(String), chatId: expect.any(String) },
  });
});

test.each<[string, string, string[] | undefined]>([
  ['a time in UTC', '"occurred_at":"2024-02-29T10:00:00Z"', undefined],
  ['a time with U+2212', '"occurred_at":"2024-02-29T10:00:00\u221208:00"', undefined],
  ['no time', '"occurred_at":null', undefined],
  ['an empty time', '"occurred_at":""', undefined],
  ['a time without an offset', '"occurred_at":"2024-02-29T10:00:00"', ['no_offset']],
  ['a text that is no instant', '"occurred_at":"2024-02-30T10:00:00Z"', ['unreadable_time']],
  ['a number in place of a time', '"occurred_at":1709200800', ['unreadable_time']],
  ['an address with a plus', '"agent_email":"ann+us@acme.test"', undefined],
  ['an address with a space', '"agent_email":"ann us@acme.test"', ['lost_plus']],
  ['a name with a space', '"agent_email":"front desk"', undefined],
])('%s is remarked on if it is odd', (_title, members, remarks) => {
  expect(parse(bodyWith(members)).remarks).toEqual(remarks);
});

test('what was odd about the body, and what a translator found odd, is remarked on', () => {
  const value = { agent_email: 'rep@brand.example' };
  const request = { event: 'call-ended', brand, apiKeyId: null } as const;
  const body = { value, memberText: () => undefined, encoding: { isUtf8: false, isMisnamed: true } };
  expect(parseCallEvent({ ...request, body, remarks: ['lost_plus'] }).remarks).toEqual([
    'lost_plus',
    'content_encoding',
    'charset',
  ]);
  expect(
    parseCallEvent({ ...request, body: { ...body, encoding: { isUtf8: true, isMisnamed: false } } }).remarks,
  ).toBeUndefined();
});

test('each event gets new and distinct ids for the call that it may open', () => {
  const ids = [parse(bodyWith('"x":1')), parse(bodyWith('"x":1'))].flatMap((event) =>
    event.event === 'call-started' ? Object.values(event.newCall) : [],
  );
  expect(new Set(ids).size).toBe(6);
});

test.each(['"x":1', '"customer_id":null,"event_id":null,"occurred_at":null,"metadata":null'])(
  'missing and null fields become null, and metadata {}: %s',
  (members) => {
    expect(parse(bodyWith(members))).toMatchObject({
      customerId: null,
      eventId: null,
      eventKey: null,
      occurredAt: null,
      metadata: '{}',
    });
  },
);

test.each(callEventNames)('%s reads a phone number only if the event has one', (event) => {
  const isListed = event === 'call-started' || event === 'call-ended';
  expect(parse(bodyWith('"x":1'), event).phoneNumber).toBe(isListed ? '+14155550134' : null);
});

test.each([
  ['5', '5'],
  ['-0', '-0'],
  ['1.10', '1.10'],
  ['12345678901234567890', '12345678901234567890'],
  ['1e3', '1000'],
  ['1E+3', '1000'],
  ['1.5e1', '15'],
  ['1e400', '1e400'],
  ['1e-400', '1e-400'],
  ['0e5', '0e5'],
  ['12345678901234567890e1', '12345678901234567890e1'],
])('the event_id %s counts as the text %s', (sent, text) => {
  expect(parse(bodyWith(`"event_id":${sent}`)).eventId).toBe(text);
  expect(parse(bodyWith(`"event_id":${sent}`)).eventKey).toBe(parse(bodyWith(`"event_id":"${text}"`)).eventKey);
});

test('two ids have equal digests only if they are the same text, including texts that are equal in UTF-8', () => {
  const id = fc.string({
    unit: fc.constantFrom('a', 'b', '\0', '\ud800', '\udc00', '\ufffd', '🙂', '"', '\\'),
    maxLength: 4,
    minLength: 1,
  });
  fc.assert(
    fc.property(id, id, (one, other) => {
      const keys = [one, other].map((text) => parse(bodyWith(`"event_id":${JSON.stringify(text)}`)).eventKey);
      expect(keys[0] === keys[1]).toBe(one === other);
    }),
    { numRuns: 500 },
  );
});

test('two numbers are one id if their texts are equal, and never if their values differ', () => {
  const digits = fc.stringMatching(/^-?(0|[1-9][0-9]{0,25})(\.[0-9]{1,20})?(e[+-]?[0-9]{1,3})?$/);
  fc.assert(
    fc.property(digits, digits, (one, other) => {
      const [a, b] = [one, other].map((number) => parse(bodyWith(`"event_id":${number}`)).eventKey);
      if (one === other) expect(a).toBe(b);
      if (Number(one) !== Number(other)) expect(a).not.toBe(b);
    }),
    { numRuns: 500 },
  );
});

test('the parser replaces characters that the database cannot store', () => {
  const { agentEmail, phoneNumber, customerId, eventId } = parse(
    '{"agent_email":"a\\u0000","phone_number":"\\ud800","customer_id":"\\u0000\\udc00","event_id":"\\u0000"}',
  );
  expect({ agentEmail, phoneNumber, customerId, eventId }).toEqual({
    agentEmail: 'a\ufffd',
    phoneNumber: '\ufffd',
    customerId: '\ufffd\ufffd',
    eventId: '\ufffd',
  });
});

test('any JSON gives an event or a refusal of the fields, never another error', () => {
  const field = fc.oneof(fc.jsonValue(), anyText());
  const body = fc.oneof(
    fc.jsonValue(),
    fc.record(
      {
        agent_email: field,
        phone_number: field,
        customer_id: field,
        event_id: field,
        occurred_at: field,
        metadata: field,
      },
      { requiredKeys: [] },
    ),
  );
  fc.assert(
    fc.property(body, fc.constantFrom(...callEventNames), (sent, event) => {
      const text = JSON.stringify(sent);
      try {
        expect(parse(text, event).brandId).toBe('brand-1');
      } catch (refusal) {
        expect(refusal).toBeInstanceOf(ServiceError);
        expect(refusal).toMatchObject({ code: 'invalid', status: 422 });
      }
    }),
    { numRuns: 500 },
  );
});
