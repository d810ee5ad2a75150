import { purchaseRequestSchema } from './index.ts';

const body = { phone: '4155550134', recommendation_id: 'x' };

function issuesOf(sent: unknown) {
  const result = purchaseRequestSchema.safeParse(sent);
  return result.success ? [] : result.error.issues.map(({ path, message }) => [...path, message].join(': '));
}

function issuesOfLine(fields: object) {
  return issuesOf({ ...body, purchased_lines: [{ sku: '7', ...fields }] });
}

test('neither list is required', () => {
  expect(purchaseRequestSchema.parse(body)).toEqual({ ...body, purchased_skus: [], purchased_lines: [] });
  expect(purchaseRequestSchema.parse({ ...body, purchased_skus: null, purchased_lines: null })).toEqual(
    purchaseRequestSchema.parse(body),
  );
});

test('a line may carry its SKU alone, and null counts as absent', () => {
  expect(issuesOfLine({})).toEqual([]);
  expect(issuesOfLine({ qty: null, unit_price: null, discount_amt: null, order_line_id: null })).toEqual([]);
});

test.each([
  [{ qty: 0.001, unit_price: 0, discount_amt: 0 }],
  [{ qty: 1e9, unit_price: 1e9, discount_amt: 1e9 }],
  [{ qty: 5e-324, unit_price: -0 }],
  [{ discount_amt: 5 }],
  [{ order_line_id: '' }],
  [{ order_line_id: '\u0000\ud800' }],
])('the schema accepts %j', (fields) => {
  expect(issuesOfLine(fields)).toEqual([]);
});

test.each([
  [{ qty: 0 }, 'qty'],
  [{ qty: -1 }, 'qty'],
  [{ qty: '2' }, 'qty'],
  [{ qty: 1e9 + 1 }, 'qty'],
  [{ qty: Number.POSITIVE_INFINITY }, 'qty'],
  [{ unit_price: -0.01 }, 'unit_price'],
  [{ unit_price: '9.99' }, 'unit_price'],
  [{ unit_price: 1e9 + 0.01 }, 'unit_price'],
  [{ discount_amt: -1 }, 'discount_amt'],
  [{ discount_amt: true }, 'discount_amt'],
  [{ discount_amt: 2e9 }, 'discount_amt'],
  [{ order_line_id: 7 }, 'order_line_id'],
  [{ sku: 7 }, 'sku'],
  [{ sku: null }, 'sku'],
  [{ sku: undefined }, 'sku'],
])('the schema refuses a line with %j', (fields, name) => {
  expect(issuesOfLine(fields)).toEqual([expect.stringMatching(`^purchased_lines: 0: ${name}: ${name} (must|is) `)]);
});

test.each([
  [{ recommendation_id: 'x' }, 'phone: phone is required'],
  [{ phone: '4155550134' }, 'recommendation_id: recommendation_id is required'],
  [{ ...body, phone: '123' }, /^phone: phone must be a US number/],
  [{ ...body, recommendation_id: 7 }, 'recommendation_id: recommendation_id must be a string'],
  [{ ...body, recommendation_id: null }, 'recommendation_id: recommendation_id must be a string'],
  [{ ...body, purchased_skus: '7' }, 'purchased_skus: purchased_skus must be an array'],
  [{ ...body, purchased_skus: [7] }, 'purchased_skus: 0: a SKU must be a string'],
  [{ ...body, purchased_lines: { sku: '7' } }, 'purchased_lines: purchased_lines must be an array'],
  [{ ...body, purchased_lines: ['7'] }, /^purchased_lines: 0: .* must be an object$/],
  [{ ...body, purchased_lines: Array(10_001).fill(7) }, /^purchased_lines: .* not have more than 10000 elements$/],
  [5, 'the body must be a JSON object'],
])('the schema refuses %j', (sent, issue) => {
  expect(issuesOf(sent)).toEqual([expect.stringMatching(issue)]);
});
