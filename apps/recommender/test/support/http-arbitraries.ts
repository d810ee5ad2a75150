import { Buffer } from 'node:buffer';
import fc from 'fast-check';

const paths = ['/recommend', '/purchase'];

const oddValue = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.jsonValue(),
  fc.constantFrom<unknown>(
    '',
    ' ',
    '\u0000',
    '\ud800',
    '0000000000',
    '2024-02-31',
    1e300,
    -0,
    5e-324,
    '7'.repeat(5000),
  ),
);

const mostly = <Value>(good: fc.Arbitrary<Value>) =>
  fc.oneof({ weight: 8, arbitrary: good }, { weight: 1, arbitrary: oddValue });

const sku = fc.oneof(fc.constantFrom('101', '401', '501', '602', '999'), fc.string({ unit: 'binary' }));
const phone = fc.constantFrom('4155550134', '+1 (415) 555-0134', '0000000000', '2125550100');
const amount = fc.oneof(fc.integer({ min: 0, max: 100 }), fc.double({ min: 0, max: 1e9, noNaN: true }));

const historyLine = fc.record(
  {
    sku: mostly(sku),
    product_title: mostly(fc.constantFrom('Gold Band', ' silver  SIGNET ', '')),
    order_date: mostly(fc.constantFrom('2026-01-02', '2026-01-02T10:00:00Z', '0001-01-01', '9999-12-31')),
  },
  { requiredKeys: [] },
);

const recommendBody = fc.record(
  {
    phone: mostly(phone),
    purchased_skus: mostly(fc.array(mostly(sku), { maxLength: 5 })),
    num_items: mostly(fc.integer({ min: 1, max: 10 })),
    check_stock: mostly(fc.boolean()),
    customer_order_history: mostly(fc.array(mostly(historyLine), { maxLength: 5 })),
    source: mostly(fc.string({ unit: 'binary' })),
    __proto__: oddValue,
  },
  { requiredKeys: ['phone'] },
);

const purchaseLine = fc.record(
  {
    sku: mostly(sku),
    qty: mostly(amount),
    unit_price: mostly(amount),
    discount_amt: mostly(amount),
    order_line_id: mostly(fc.string({ unit: 'binary' })),
  },
  { requiredKeys: ['sku'] },
);

const purchaseBody = (recommendationId: string) =>
  fc.record(
    {
      phone: mostly(phone),
      recommendation_id: mostly(fc.constant(recommendationId)),
      purchased_skus: mostly(fc.array(mostly(sku), { maxLength: 5 })),
      purchased_lines: mostly(fc.array(mostly(purchaseLine), { maxLength: 5 })),
    },
    { requiredKeys: ['phone', 'recommendation_id'] },
  );

const nesting = fc
  .tuple(
    fc.integer({ min: 1, max: 100_000 }),
    fc.constantFrom('purchased_skus', 'customer_order_history', 'purchased_lines', 'x'),
    fc.constantFrom('[]', '{}'),
  )
  .map(([levels, name, kind]) => {
    const [open, close] = kind === '[]' ? ['[', ']'] : ['{"a":', '}'];
    return `{"phone":"4155550134","recommendation_id":"x","${name}":${open.repeat(levels)}1${close.repeat(levels)}}`;
  });

/** Of either operation; `recommendationId` is one that purchases can name. */
export function bodies(recommendationId: string): fc.Arbitrary<Buffer> {
  const body = fc.oneof(recommendBody, purchaseBody(recommendationId));
  /** Text with some of its bytes replaced. */
  const damaged = fc
    .tuple(body, fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 })), { minLength: 1, maxLength: 4 }))
    .map(([whole, blows]) => {
      const bytes = Buffer.from(JSON.stringify(whole));
      for (const [at, byte] of blows) bytes[at % bytes.length] = byte;
      return bytes;
    });
  return fc.oneof(
    { weight: 8, arbitrary: body.map((whole) => Buffer.from(JSON.stringify(whole))) },
    { weight: 1, arbitrary: fc.jsonValue().map((value) => Buffer.from(JSON.stringify(value) ?? '')) },
    { weight: 2, arbitrary: damaged },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)) },
    { weight: 1, arbitrary: nesting.map((text) => Buffer.from(text)) },
    { weight: 1, arbitrary: fc.constantFrom('', ' ', '\ufeff', '{', '[', '"', '0').map((text) => Buffer.from(text)) },
  );
}

// What HTTP itself allows in a header; anything else Node refuses before the service hears of it.
const headerValue = fc.stringMatching(/^[\x21-\x7e\xa1-\xff]([\x20-\x7e\xa1-\xff]{0,60}[\x21-\x7e\xa1-\xff])?$/);

const headerName = fc.oneof(
  fc.constantFrom('content-type', 'content-encoding', 'accept', 'authorization', 'host', 'range', 'x-forwarded-for'),
  fc.constantFrom('x-http-method-override', 'x-request-id', 'if-none-match', 'cookie', 'origin'),
  fc.stringMatching(/^x-[a-z0-9-]{1,20}$/),
);

export const headers = fc.dictionary(headerName, headerValue, { maxKeys: 4, noNullPrototype: true });

export const keys = (good: string) =>
  fc.oneof(
    { weight: 8, arbitrary: fc.constant(good) },
    { weight: 1, arbitrary: headerValue },
    { weight: 1, arbitrary: fc.constantFrom('', good.slice(0, -1), `${good}0`, good.toUpperCase()) },
  );

export const targets = fc.oneof(
  { weight: 8, arbitrary: fc.record({ method: fc.constant('POST'), path: fc.constantFrom(...paths) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      method: fc.constantFrom('GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD'),
      path: fc.constantFrom(...paths),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      method: fc.constant('POST'),
      path: fc.stringMatching(/^[!-~]{0,30}$/).map((rest) => `/recommend/${rest}`),
    }),
  },
);
