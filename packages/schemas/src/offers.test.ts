import { customerKeysOf, customerOfCall } from './offers.ts';

const [onFile, calling, british] = ['+14155550177', '+14155550134', '+442071838750'];
const unknown = { customerId: null, customerNumber: null };

test.each([
  ['the number of the call', 'US', { ...unknown, phoneNumber: calling }, { phone: '4155550134' }],
  ['E.164 for other country codes', 'GB', { ...unknown, phoneNumber: british }, { phone: british }],
  ['ten digits for the country code 1', 'GB', { ...unknown, phoneNumber: calling }, { phone: '4155550134' }],
  ['nobody when it is not taken', 'US', { ...unknown, phoneNumber: british }, { phone: '0000000000' }],
  ['nobody when it is withheld', 'GB', { ...unknown, phoneNumber: 'anonymous' }, { phone: '0000000000' }],
  ['nobody when several share it', 'US', { ...unknown, phoneNumber: null }, { phone: '0000000000' }],
])('a call without a known customer: %s, in %s', (_, country, call, expected) => {
  expect(customerKeysOf(call, country)).toEqual(expected);
});

test.each([
  ['their number, not that of the call', onFile, calling, '4155550177'],
  ['their number when that of the call is withheld', onFile, 'anonymous', '4155550177'],
  ['the number of the call when theirs is not taken', british, calling, '4155550134'],
  ['the number of the call when they have none', null, calling, '4155550134'],
  ['no number when neither is taken', british, '12', '0000000000'],
])('a call of a known customer has their code, and %s', (_, customerNumber, phoneNumber, phone) => {
  const call = { phoneNumber, customerId: '0042', customerNumber };
  expect(customerKeysOf(call, 'US')).toEqual({ phone, customer_id: '0042' });
  expect(customerKeysOf({ ...call, customerId: null }, 'US')).toEqual({ phone });
});

test('the number of a call that several customers share is nobody’s until one of them is picked', () => {
  const nobody = { customer_id: null, name: null, phone_number: null };
  expect(customerOfCall(calling, { match: 'several', ...nobody, candidates: [] }).phoneNumber).toBeNull();
  expect(customerOfCall(calling, { match: 'none', ...nobody, candidates: [] }).phoneNumber).toBe(calling);
});
