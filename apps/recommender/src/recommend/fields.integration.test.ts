import { aPhone } from '../../test/support/answers.ts';
import { type ServiceUnderTest, startService } from '../../test/support/service-under-test.ts';

let service: ServiceUnderTest;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const line = { sku: '401' };

describe('POST /recommend refuses', () => {
  test.each([
    ['no phone', {}, 'phone', 'missing'],
    ['a phone that is null', { phone: null }, 'phone', 'string_type'],
    ['a phone that is a number', { phone: 4155550134 }, 'phone', 'string_type'],
    ['a phone of nine digits', { phone: '415555013' }, 'phone', 'phone_number'],
    ['a phone of eleven digits that starts with 2', { phone: '24155550134' }, 'phone', 'phone_number'],
    ['a phone with letters', { phone: '415555CALL' }, 'phone', 'phone_number'],
    ['an empty phone', { phone: '' }, 'phone', 'phone_number'],
    ['num_items 0', { phone: aPhone, num_items: 0 }, 'num_items', 'greater_than_equal'],
    ['num_items 11', { phone: aPhone, num_items: 11 }, 'num_items', 'less_than_equal'],
    ['num_items -1', { phone: aPhone, num_items: -1 }, 'num_items', 'greater_than_equal'],
    ['num_items 1.5', { phone: aPhone, num_items: 1.5 }, 'num_items', 'int_type'],
    ['num_items as text', { phone: aPhone, num_items: '3' }, 'num_items', 'number_type'],
    ['num_items as a boolean', { phone: aPhone, num_items: true }, 'num_items', 'number_type'],
    ['check_stock as text', { phone: aPhone, check_stock: 'false' }, 'check_stock', 'bool_type'],
    ['check_stock as a number', { phone: aPhone, check_stock: 0 }, 'check_stock', 'bool_type'],
    ['a source that is a number', { phone: aPhone, source: 1 }, 'source', 'string_type'],
    ['purchased_skus as text', { phone: aPhone, purchased_skus: '401' }, 'purchased_skus', 'array_type'],
    [
      'a history that is an object',
      { phone: aPhone, customer_order_history: {} },
      'customer_order_history',
      'array_type',
    ],
  ])('%s', async (_what, body, field, type) => {
    const answer = await service.post('/recommend', body);
    expect(answer).toMatchObject({ status: 422, json: { detail: [{ type, loc: ['body', field] }] } });
    expect(Object(answer.json).detail).toHaveLength(1);
    expect(Object(answer.json).detail[0].msg).toContain(field);
  });

  test.each([
    [{ purchased_skus: ['401', 401] }, ['purchased_skus', 1], 'string_type'],
    [{ purchased_skus: [null] }, ['purchased_skus', 0], 'string_type'],
    [{ customer_order_history: ['401'] }, ['customer_order_history', 0], 'object_type'],
    [{ customer_order_history: [{ sku: 401 }] }, ['customer_order_history', 0, 'sku'], 'string_type'],
    [
      { customer_order_history: [{}, { product_title: [] }] },
      ['customer_order_history', 1, 'product_title'],
      'string_type',
    ],
    [{ customer_order_history: [{ order_date: 0 }] }, ['customer_order_history', 0, 'order_date'], 'string_type'],
    [{ customer_order_history: [{ order_date: '' }] }, ['customer_order_history', 0, 'order_date'], 'date_format'],
    [
      { customer_order_history: [{ order_date: '2026-02-29' }] },
      ['customer_order_history', 0, 'order_date'],
      'date_format',
    ],
    [
      { customer_order_history: [{ order_date: '02/11/2026' }] },
      ['customer_order_history', 0, 'order_date'],
      'date_format',
    ],
    [{ purchased_skus: Array(1001).fill('1') }, ['purchased_skus'], 'too_long'],
    [{ customer_order_history: Array(10_001).fill({}) }, ['customer_order_history'], 'too_long'],
  ])('%j', async (fields, loc, type) => {
    const answer = await service.post('/recommend', { phone: aPhone, ...fields });
    expect(answer).toMatchObject({ status: 422, json: { detail: [{ type, loc: ['body', ...loc] }] } });
  });
});

describe('POST /recommend accepts', () => {
  test.each([
    ['num_items 1.0', `{"phone":"${aPhone}","num_items":1.0}`],
    ['num_items 10', `{"phone":"${aPhone}","num_items":10}`],
    ['an order date with a time', { phone: aPhone, customer_order_history: [{ order_date: '2026-02-11T25:99' }] }],
    ['an order date with a space', { phone: aPhone, customer_order_history: [{ order_date: '2026-02-11 9 am' }] }],
    ['fields that nobody knows', { phone: aPhone, limit: 'x', __proto__: { num_items: 99 }, constructor: 5 }],
    ['null for everything optional', { phone: aPhone, purchased_skus: null, num_items: null, check_stock: null }],
    ['a field twice, of which the last counts', `{"phone":5,"phone":"${aPhone}"}`],
  ])('%s', async (_what, body) => {
    expect((await service.post('/recommend', body)).status).toBe(200);
  });
});

describe('POST /purchase refuses', () => {
  const good = { phone: aPhone, recommendation_id: 'x' };

  test.each([
    ['no phone', { recommendation_id: 'x' }, ['phone'], 'missing'],
    ['a bad phone', { ...good, phone: '1' }, ['phone'], 'phone_number'],
    ['no recommendation_id', { phone: aPhone }, ['recommendation_id'], 'missing'],
    ['a recommendation_id that is null', { ...good, recommendation_id: null }, ['recommendation_id'], 'string_type'],
    ['a recommendation_id that is a number', { ...good, recommendation_id: 7 }, ['recommendation_id'], 'string_type'],
    ['purchased_skus as text', { ...good, purchased_skus: '401' }, ['purchased_skus'], 'array_type'],
    ['a SKU that is a number', { ...good, purchased_skus: [401] }, ['purchased_skus', 0], 'string_type'],
    ['purchased_lines as an object', { ...good, purchased_lines: line }, ['purchased_lines'], 'array_type'],
    ['a line that is a SKU', { ...good, purchased_lines: ['401'] }, ['purchased_lines', 0], 'object_type'],
    ['a line without a SKU', { ...good, purchased_lines: [{ qty: 1 }] }, ['purchased_lines', 0, 'sku'], 'missing'],
    ['too many lines', { ...good, purchased_lines: Array(10_001).fill(line) }, ['purchased_lines'], 'too_long'],
  ])('%s', async (_what, body, loc, type) => {
    const answer = await service.post('/purchase', body);
    expect(answer).toMatchObject({ status: 422, json: { detail: [{ type, loc: ['body', ...loc] }] } });
  });

  test.each([
    ['qty 0', { qty: 0 }, 'qty', 'greater_than'],
    ['qty -1', { qty: -1 }, 'qty', 'greater_than'],
    ['qty above 1e9', { qty: 1e9 + 1 }, 'qty', 'less_than_equal'],
    ['qty as text', { qty: '1' }, 'qty', 'number_type'],
    ['unit_price -0.01', { unit_price: -0.01 }, 'unit_price', 'greater_than_equal'],
    ['unit_price above 1e9', { unit_price: 1e9 + 0.01 }, 'unit_price', 'less_than_equal'],
    ['unit_price as text', { unit_price: '9.99' }, 'unit_price', 'number_type'],
    ['discount_amt -5', { discount_amt: -5 }, 'discount_amt', 'greater_than_equal'],
    ['discount_amt above 1e9', { discount_amt: 2e9 }, 'discount_amt', 'less_than_equal'],
    ['order_line_id as a number', { order_line_id: 5 }, 'order_line_id', 'string_type'],
    ['a SKU that is a number', { sku: 401 }, 'sku', 'string_type'],
  ])('a line with %s', async (_what, fields, field, type) => {
    const answer = await service.post('/purchase', { ...good, purchased_lines: [{ ...line, ...fields }] });
    expect(answer).toMatchObject({
      status: 422,
      json: { detail: [{ type, loc: ['body', 'purchased_lines', 0, field] }] },
    });
  });

  test('numbers beyond doubles', async () => {
    const body = `{"phone":"${aPhone}","recommendation_id":"x","purchased_lines":[{"sku":"401","unit_price":1e999}]}`;
    expect((await service.post('/purchase', body)).status).toBe(422);
  });

  test('wrong fields before it looks the recommendation up', async () => {
    expect((await service.post('/purchase', { ...good, purchased_skus: [1] })).status).toBe(422);
    expect((await service.post('/purchase', good)).status).toBe(404);
  });
});

describe.each(['/recommend', '/purchase'])('POST %s', (path) => {
  test.each(['null', '5', '"text"', 'true', '[]', '[{}]'])('refuses the body %s', async (body) => {
    expect(await service.post(path, body)).toMatchObject({
      status: 422,
      json: { detail: [{ type: 'object_type', loc: ['body'], msg: 'the body must be a JSON object' }] },
    });
  });

  test('names every wrong field', async () => {
    const { json } = await service.post(path, { purchased_skus: [1, 2] });
    expect(Object(json).detail.map(({ loc }: { loc: unknown[] }) => loc.join('.'))).toEqual(
      expect.arrayContaining(['body.phone', 'body.purchased_skus.0', 'body.purchased_skus.1']),
    );
  });

  test('never quotes the values that were sent', async () => {
    const { text } = await service.post(path, { phone: 's-secret', purchased_skus: { a: 's-secret' } });
    expect(text).not.toContain('s-secret');
  });
});
