import type { CustomerMatch, KnownCustomer } from '@callside/schemas';
import { type CustomerClues, customerSearch, matchCustomer } from '../../src/customers/rules/customer-match.ts';

/** The customers of every brand of a memory store: two share a number, one has a code. */
const onFile: readonly KnownCustomer[] = [
  { customer_id: 'c1', name: 'Ada Example', phone_number: null },
  { customer_id: null, name: 'Ben Example', phone_number: '+14155550134' },
  { customer_id: 'c3', name: 'Cleo Example', phone_number: '+14155550199' },
  { customer_id: 'c4', name: 'Dan Example', phone_number: '+14155550199' },
];

export function customerOf(clues: CustomerClues): CustomerMatch {
  const { customerId, phoneNumber } = customerSearch(clues);
  return matchCustomer(clues, {
    withCode: onFile.find(({ customer_id }) => customer_id !== null && customer_id === customerId) ?? null,
    withNumber: onFile.filter(({ phone_number }) => phone_number !== null && phone_number === phoneNumber),
  });
}
