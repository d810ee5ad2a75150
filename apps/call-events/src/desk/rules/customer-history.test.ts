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
    { customerId: 'A1', phoneNumber: number, isPicked: false },
  ],
  [
    'a customer whom the rep picked: their code only',
    [{ ...call, pickedCustomerId: 'A1' }, ada],
    { customerId: 'A1', phoneNumber: null, isPicked: false },
  ],
  [
    'the customer without a code whom the rep picked: the number, of calls with the same choice',
    [
      { ...call, pickedCustomerId: '' },
      { ...ada, customer_id: null },
    ],
    { customerId: null, phoneNumber: number, isPicked: true },
  ],
  [
    'the only customer with the number, who has no code: the number',
    [call, { ...ada, customer_id: null }],
    { customerId: null, phoneNumber: number, isPicked: false },
  ],
  [
    'a customer by code who calls from another number: their code only',
    [{ ...call, phoneNumber: '+14155550199' }, ada],
    { customerId: 'A1', phoneNumber: null, isPicked: false },
  ],
  [
    'an unknown number: the number',
    [call, { ...nobody, match: 'none' }],
    { customerId: null, phoneNumber: number, isPicked: false },
  ],
  [
    'several customers: nothing',
    [call, { ...nobody, match: 'several' }],
    { customerId: null, phoneNumber: null, isPicked: false },
  ],
  [
    'a withheld number: nothing',
    [
      { ...call, phoneNumber: 'anonymous' },
      { ...nobody, match: 'withheld' },
    ],
    { customerId: null, phoneNumber: null, isPicked: false },
  ],
])('customerHistory finds the history of %s', (_title, [of, match], history) => {
  expect(customerHistory(of, match)).toEqual(history);
});
