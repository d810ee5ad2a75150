import '../texts/testing.ts';
import type { CustomerMatch, KnownCustomer } from '@callside/schemas';
import { customerMatch } from '@callside/schemas/testing';
import { callerName, callerNote, callerSentence, customerCode } from './caller.ts';

const ada: KnownCustomer = { customer_id: '0042178', name: 'Ada Example', phone_number: '+14155550134' };
const nobody: KnownCustomer = { customer_id: null, name: null, phone_number: null };
const call = { phone_number: '+14155550134', customer_id: null };

test.each<{ customer: CustomerMatch | null; sent?: string; name: string; note: string | null; sentence: string }>([
  {
    customer: customerMatch('one', ada),
    name: 'Ada Example',
    note: null,
    sentence: 'Ada Example, +1 415 555 0134.',
  },
  {
    customer: customerMatch('one', { ...ada, name: null }),
    name: '+1 415 555 0134',
    note: 'A customer without a name on file',
    sentence: '+1 415 555 0134. A customer without a name on file.',
  },
  {
    customer: customerMatch('several', { candidates: [ada, nobody, nobody] }),
    name: '+1 415 555 0134',
    note: '3 customers share this number',
    sentence: '+1 415 555 0134. 3 customers share this number.',
  },
  {
    customer: customerMatch('several', { candidates: [ada, ada, ada, ada, nobody] }),
    name: '+1 415 555 0134',
    note: '5 customers share this number',
    sentence: '+1 415 555 0134. 5 customers share this number.',
  },
  {
    customer: customerMatch('several', { candidates: [ada, ada, ada, ada, nobody], more_candidates: true }),
    name: '+1 415 555 0134',
    note: 'More than 5 customers share this number',
    sentence: '+1 415 555 0134. More than 5 customers share this number.',
  },
  {
    customer: customerMatch('none'),
    name: '+1 415 555 0134',
    note: 'No customer with this number',
    sentence: '+1 415 555 0134. No customer with this number.',
  },
  {
    customer: customerMatch('withheld'),
    sent: 'anonymous',
    name: 'Caller ID withheld',
    note: 'No number to look a customer up by',
    sentence: 'Caller ID withheld.',
  },
  {
    customer: customerMatch('unplaceable'),
    sent: '555-0134',
    name: '555-0134',
    note: 'Number could not be placed',
    sentence: '555-0134. Number could not be placed.',
  },
  { customer: null, name: '+1 415 555 0134', note: null, sentence: '+1 415 555 0134.' },
])('$customer.match reads $sentence', ({ customer, sent = call.phone_number, name, note, sentence }) => {
  const caller = { call: { ...call, phone_number: sent }, customer };
  expect(callerName(caller)).toBe(name);
  expect(callerNote(caller)).toBe(note);
  expect(callerSentence(caller)).toBe(sentence);
});

test('a code that the dialler sent and the brand does not have is shown as unknown too', () => {
  const caller = { call: { ...call, customer_id: '0042' }, customer: customerMatch('none') };
  expect(callerNote(caller)).toBe('No customer with this number or code');
  expect(customerCode(caller)).toEqual({ code: '0042', isOnFile: false });
});

test('the stored code is shown instead of the sent one; a code that was not looked up is not marked as unknown', () => {
  expect(customerCode({ call: { ...call, customer_id: '99' }, customer: customerMatch('one', ada) })).toEqual({
    code: '0042178',
    isOnFile: true,
  });
  expect(customerCode({ call: { ...call, customer_id: '99' }, customer: null })).toEqual({
    code: '99',
    isOnFile: true,
  });
  expect(customerCode({ call, customer: customerMatch('none') })).toBeNull();
});
