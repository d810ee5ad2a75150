import { Buffer } from 'node:buffer';
import { callEventNames } from '@callside/schemas';
import fc from 'fast-check';

const field = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.jsonValue(),
  fc.constantFrom('+14155550134', '', ' ', '\u0000', '\ud800', '2024-02-29T10:00:00Z', '2024-02-31', '7'.repeat(5000)),
);

const eventBody = fc.record(
  {
    agent_email: fc.oneof({ weight: 3, arbitrary: fc.constant('rep@brand.example') }, { weight: 1, arbitrary: field }),
    phone_number: fc.oneof({ weight: 3, arbitrary: fc.constant('+14155550134') }, { weight: 1, arbitrary: field }),
    customer_id: fc.oneof({ weight: 3, arbitrary: fc.string({ unit: 'binary' }) }, { weight: 1, arbitrary: field }),
    event_id: fc.oneof(fc.string({ unit: 'binary' }), fc.double(), field),
    occurred_at: field,
    metadata: fc.oneof({ weight: 3, arbitrary: fc.dictionary(fc.string(), field) }, { weight: 1, arbitrary: field }),
    call_id: field,
    __proto__: field,
  },
  { requiredKeys: ['agent_email', 'phone_number'] },
);

const nesting = fc
  .tuple(
    fc.integer({ min: 1, max: 100_000 }),
    fc.constantFrom('metadata', 'event_id', 'x'),
    fc.constantFrom('[]', '{}'),
  )
  .map(([levels, name, kind]) => {
    const [open, close] = kind === '[]' ? ['[', ']'] : ['{"a":', '}'];
    const deep = `${open.repeat(levels)}1${close.repeat(levels)}`;
    return `{"agent_email":"rep@brand.example","phone_number":"1","${name}":${deep}}`;
  });

/** Text with some of its bytes struck out, doubled or replaced. */
const damaged = fc
  .tuple(eventBody, fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 })), { minLength: 1, maxLength: 4 }))
  .map(([body, blows]) => {
    const bytes = Buffer.from(JSON.stringify(body));
    for (const [at, byte] of blows) bytes[at % bytes.length] = byte;
    return bytes;
  });

const jsonBody = fc.oneof(eventBody, fc.jsonValue()).map((body) => Buffer.from(JSON.stringify(body) ?? ''));

export const bodies: fc.Arbitrary<Buffer> = fc.oneof(
  { weight: 6, arbitrary: jsonBody },
  { weight: 2, arbitrary: damaged },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)) },
  { weight: 1, arbitrary: nesting.map((text) => Buffer.from(text)) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('', ' ', '\ufeff', '{', '[', '"', '0', '{}{}').map((text) => Buffer.from(text)),
  },
);

// What HTTP itself allows in a header; anything else Node refuses before the service hears of it.
const headerValue = fc.stringMatching(/^[\x21-\x7e\xa1-\xff]([\x20-\x7e\xa1-\xff]{0,60}[\x21-\x7e\xa1-\xff])?$/);

const headerName = fc.oneof(
  fc.constantFrom(
    'content-type',
    'content-encoding',
    'accept',
    'accept-encoding',
    'authorization',
    'cookie',
    'forwarded',
    'if-match',
    'if-none-match',
    'origin',
    'range',
    'x-forwarded-for',
    'x-forwarded-host',
    'x-forwarded-proto',
    'x-http-method-override',
    'x-request-id',
  ),
  fc.stringMatching(/^x-[a-z0-9-]{1,20}$/),
);

export const headers = fc.dictionary(headerName, headerValue, { maxKeys: 4, noNullPrototype: true });

/** Mostly the good one. */
export const hosts = (good: string) =>
  fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(good, `${good}:80`, `${good.toUpperCase()}.`) },
    { weight: 1, arbitrary: headerValue },
    { weight: 1, arbitrary: fc.constantFrom('', '.', ':', '[::1]', `${good}..`, `${good}:99999`, `.${good}`) },
  );

export const keys = (good: string) =>
  fc.oneof(
    { weight: 4, arbitrary: fc.constant(good) },
    { weight: 1, arbitrary: headerValue },
    { weight: 1, arbitrary: fc.constantFrom('', good.slice(0, -1), `${good}0`, good.toUpperCase()) },
  );

export const targets = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      method: fc.constant('POST'),
      path: fc.constantFrom(...callEventNames).map((name) => `/call-events/${name}`),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      method: fc.constantFrom('GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD'),
      path: fc.constantFrom(...callEventNames).map((name) => `/call-events/${name}`),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      method: fc.constant('POST'),
      path: fc.stringMatching(/^[!-~]{0,30}$/).map((rest) => `/call-events/${rest}`),
    }),
  },
);
