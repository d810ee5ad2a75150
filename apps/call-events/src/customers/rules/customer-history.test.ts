import type { CustomerMatch } from '@callside/schemas';
import { customerHistory } from './customer-history.ts';

const number = '+14155550134';
const nobody = { customer_id: null, name: null, phone_number: null, candidates: [] };
const ada: CustomerMatch = { ...nobody, match: 'one', customer_id: 'A1', name: 'Ada', phone_number: number };
const call = { phoneNumber: number, pickedCustomerId: null };

test.each<[string, Parameters<typeof customerHistory>, ReturnType<typeof customerHistory>]>([
  [
    'a customer by number: their code and their number',
    [call, ada],
    { customerId: 'A1', phoneNumber: number, pickedPhoneNumber: null },
  ],
  [
    'a customer whom the rep picked: their code only',
    [{ ...call, pickedCustomerId: 'A1' }, ada],
    { customerId: 'A1', phoneNumber: null, pickedPhoneNumber: null },
  ],
  [
    'a customer without a code whom the rep picked: their number, of calls with the same choice',
    [
      { phoneNumber: 'anonymous', pickedCustomerId: '' },
      { ...ada, customer_id: null },
    ],
    { customerId: null, phoneNumber: null, pickedPhoneNumber: number },
  ],
  [
    'the only customer with the number, who has no code: the number, also where a rep picked them',
    [call, { ...ada, customer_id: null }],
    { customerId: null, phoneNumber: number, pickedPhoneNumber: number },
  ],
  [
    'a customer by code who calls from another number: their code only',
    [{ ...call, phoneNumber: '+14155550199' }, ada],
    { customerId: 'A1', phoneNumber: null, pickedPhoneNumber: null },
  ],
  [
    'an unknown number: the number',
    [call, { ...nobody, match: 'none' }],
    { customerId: null, phoneNumber: number, pickedPhoneNumber: null },
  ],
  [
    'several customers: nothing',
    [call, { ...nobody, match: 'several' }],
    { customerId: null, phoneNumber: null, pickedPhoneNumber: null },
  ],
  [
    'a withheld number: nothing',
    [
      { ...call, phoneNumber: 'anonymous' },
      { ...nobody, match: 'withheld' },
    ],
    { customerId: null, phoneNumber: null, pickedPhoneNumber: null },
  ],
])('customerHistory finds the history of %s', (_title, [of, match], history) => {
  expect(customerHistory(of, match)).toEqual(history);
});
