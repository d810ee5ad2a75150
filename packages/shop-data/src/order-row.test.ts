import { readRow } from './import-rows.ts';
import { createOrderRowSchema } from './order-row.ts';
import { createReturnRowSchema } from './return-row.ts';

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

  it.each(['0', 'NULL', 'N/A', 'none', 'Guest', '-'])('with the customer_id %j is of the one with its number', (id) => {
    const guest = { phone: '4155550100', customer_id: id };
    const byNumber = { customerId: null, phoneNumber: '+14155550100' };
    const byId = { customerId: id, phoneNumber: null };
    expect(read(guest)).toMatchObject({ row: { customer: byNumber } });
    expect(read({ ...guest, phone: 'N/A' })).toMatchObject({ row: { customer: byId } });
    const readReturn = (row: object) => readRow({ ...order, ...row }, createReturnRowSchema('US'));
    expect(readReturn(guest)).toMatchObject({ row: byNumber });
    expect(readReturn({ ...guest, phone: 'N/A' })).toMatchObject({ row: byId });
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
