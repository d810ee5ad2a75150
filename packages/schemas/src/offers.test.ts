import fc from 'fast-check';
import { normaliseCustomerPhone, readPhoneNumber } from './customer-phone.ts';
import { customerKeysOf, customerOfCall } from './offers.ts';
import { toE164 } from './phone-number.ts';

const [onFile, calling, british] = ['+14155550177', '+14155550134', '+442071838750'];
const unknown = { customerId: null, customerNumber: null };

test.each([
  ['the number of the call', 'US', { ...unknown, phoneNumber: calling }, { phone: '4155550134' }],
  ['E.164 for other country codes', 'GB', { ...unknown, phoneNumber: british }, { phone: british }],
  ['E.164 for the country code 1', 'GB', { ...unknown, phoneNumber: '+12079460958' }, { phone: '+12079460958' }],
  ['nobody when it is not taken', 'US', { ...unknown, phoneNumber: british }, { phone: '0000000000' }],
  ['nobody when it is withheld', 'GB', { ...unknown, phoneNumber: 'anonymous' }, { phone: '0000000000' }],
  ['nobody for a placeholder like a number', 'GB', { ...unknown, phoneNumber: '+266696687' }, { phone: '0000000000' }],
  ['nobody when several share it', 'US', { ...unknown, phoneNumber: null }, { phone: '0000000000' }],
])('a call without a known customer: %s, in %s', (_, country, call, expected) => {
  expect(customerKeysOf(call, country)).toEqual(expected);
});

test('the recommender takes each number that it is asked for as the number of the call', () => {
  const e164 = fc.stringMatching(/^\+[1-9]\d{1,14}$/);
  fc.assert(
    fc.property(e164, fc.constantFrom('US', 'CA', 'GB', 'FR', 'JM'), (sent, country) => {
      // As it is stored.
      const phoneNumber = readPhoneNumber(sent, country) ?? sent;
      const { phone } = customerKeysOf({ ...unknown, phoneNumber }, country);
      const taken = normaliseCustomerPhone(phone, country);
      expect(phone === '0000000000' ? taken : toE164(taken ?? '')).toBe(phone === '0000000000' ? phone : phoneNumber);
    }),
  );
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
