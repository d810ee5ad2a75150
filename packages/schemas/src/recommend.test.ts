import { recommendRequestSchema } from './index.ts';

const phone = '4155550134';

function issuesOf(body: unknown) {
  const result = recommendRequestSchema.safeParse(body);
  return result.success ? [] : result.error.issues.map(({ path, message }) => [...path, message].join(': '));
}

test('a phone number alone gets the defaults of the specification', () => {
  expect(recommendRequestSchema.parse({ phone })).toEqual({
    phone,
    customer_id: null,
    purchased_skus: [],
    num_items: 1,
    check_stock: true,
    source: 'IVR',
    deadline_ms: null,
    context: {},
    known_sizes: {},
  });
});

test('null counts as absent', () => {
  const fields = { customer_id: null, purchased_skus: null, num_items: null, check_stock: null, source: null };
  expect(recommendRequestSchema.parse({ phone, ...fields })).toEqual(recommendRequestSchema.parse({ phone }));
  expect(recommendRequestSchema.parse({ phone, customer_order_history: null }).customer_order_history).toBeNull();
});

test('an empty history does not count as absent', () => {
  expect(recommendRequestSchema.parse({ phone, customer_order_history: [] }).customer_order_history).toEqual([]);
});

test('the schema keeps a source and SKUs as sent', () => {
  const sent = { source: ' \u0000\ud800', purchased_skus: ['007', '', ' 7 ', '007'] };
  expect(recommendRequestSchema.parse({ phone, ...sent })).toMatchObject(sent);
});

test('an integer written with a fraction of zero is an integer', () => {
  expect(recommendRequestSchema.parse(JSON.parse(`{"phone":"${phone}","num_items":1e1}`)).num_items).toBe(10);
  expect(recommendRequestSchema.parse(JSON.parse(`{"phone":"${phone}","num_items":2.0}`)).num_items).toBe(2);
});

const range = 'num_items: num_items must be an integer from 1 to 10';

test.each([
  [{}, 'phone: phone is required'],
  [{ phone: null }, 'phone: phone must be a string'],
  [{ phone: 4155550134 }, 'phone: phone must be a string'],
  [{ phone: '' }, /^phone: phone must be a US number of 10 digits/],
  [{ phone, num_items: 0 }, range],
  [{ phone, num_items: 11 }, range],
  [{ phone, num_items: -1 }, range],
  [{ phone, num_items: 1.5 }, range],
  [{ phone, num_items: '3' }, range],
  [{ phone, num_items: true }, range],
  [{ phone, num_items: Number.POSITIVE_INFINITY }, range],
  [{ phone, num_items: 2 ** 53 - 1 }, range],
  [{ phone, num_items: 1e300 }, range],
  [{ phone, check_stock: 'true' }, 'check_stock: check_stock must be true or false'],
  [{ phone, check_stock: 1 }, 'check_stock: check_stock must be true or false'],
  [{ phone, source: 5 }, 'source: source must be a string'],
  [{ phone, purchased_skus: '7' }, 'purchased_skus: purchased_skus must be an array'],
  [{ phone, purchased_skus: { 0: '7' } }, 'purchased_skus: purchased_skus must be an array'],
  [{ phone, purchased_skus: ['7', 8] }, 'purchased_skus: 1: a SKU must be a string'],
  [{ phone, purchased_skus: [null] }, 'purchased_skus: 0: a SKU must be a string'],
  [{ phone, customer_order_history: {} }, 'customer_order_history: customer_order_history must be an array'],
  [{ phone, customer_order_history: ['7'] }, /^customer_order_history: 0: .* must be an object$/],
  [{ phone, customer_order_history: [null] }, /^customer_order_history: 0: .* must be an object$/],
  [{ phone, customer_order_history: [[]] }, /^customer_order_history: 0: .* must be an object$/],
  [{ phone, customer_order_history: [{ sku: 7 }] }, 'customer_order_history: 0: sku: sku must be a string'],
  [{ phone, customer_order_history: [{ product_title: 7 }] }, /product_title must be a string$/],
  [{ phone, customer_order_history: [{ order_date: 20260211 }] }, /order_date must be a string$/],
  [{ phone, customer_order_history: [{ order_date: '2026-02-30' }] }, /order_date must be a calendar date/],
  [null, 'the body must be a JSON object'],
  [[], 'the body must be a JSON object'],
])('the schema refuses %j', (body, issue) => {
  expect(issuesOf(body)).toEqual([expect.stringMatching(issue)]);
});

test('the schema accepts 1,000 anchors and 10,000 lines, and refuses more with one issue each, of any type', () => {
  const most = { purchased_skus: Array(1000).fill('7'), customer_order_history: Array(10_000).fill({}) };
  expect(issuesOf({ phone, ...most })).toEqual([]);
  expect(
    issuesOf({ phone, purchased_skus: Array(1001).fill(5), customer_order_history: Array(10_001).fill(5) }),
  ).toEqual([
    'purchased_skus: purchased_skus must not have more than 1000 elements',
    'customer_order_history: customer_order_history must not have more than 10000 elements',
  ]);
});

test('every wrong field is reported at once', () => {
  expect(issuesOf({ num_items: 0, check_stock: 0, source: 0, purchased_skus: [0, 1] })).toHaveLength(6);
});
