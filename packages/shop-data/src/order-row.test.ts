import { readRow } from './import-rows.ts';
import { createOrderRowSchema } from './order-row.ts';

const schema = createOrderRowSchema('US');
const order = { sku: 'A', order_date: '2026-05-01' };
const read = (row: object) => readRow({ ...order, ...row }, schema);

describe('an order line', () => {
  it.each([
    { phone: 'N/A' },
    { phone: '-' },
    { phone: 'none' },
    { phone: 'unknown' },
    { phone: 'k. A.' },
    { phone: '' },
    {},
  ])('with %j is of the customer with its customer_id', (phone) => {
    expect(read({ ...phone, customer_id: 'C-1' })).toMatchObject({
      row: { customer: { customerId: 'C-1', phoneNumber: null } },
    });
    expect(read(phone)).toEqual({ reason: expect.stringMatching(/^phone (is missing|is the placeholder)/) });
  });

  it('with a wrong number is rejected also with a customer_id, because the number may be corrected', () => {
    expect(read({ phone: '555-0100', customer_id: 'C-1' })).toEqual({ reason: expect.stringContaining('ten digits') });
  });

  it('has its ids without invisible characters, and an id of nothing else is none', () => {
    const ids = { order_id: '\u200EO-1\u200B', customer_id: '\uFEFF C\u20111 ' };
    expect(read({ phone: '4155550100', ...ids })).toMatchObject({
      row: { line: { orderId: 'O-1' }, customer: { customerId: 'C\u20111' } },
    });
    expect(read({ phone: '4155550100', customer_id: '\u200B' })).toMatchObject({
      row: { customer: { customerId: null } },
    });
  });
});
