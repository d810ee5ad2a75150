// Which stored calls belong to the customer of a call. A rep must not read notes about another customer.

import type { CustomerMatch } from '@callside/schemas';
import { isE164 } from '@callside/schemas/customer-phone';
import type { CustomerClues } from './customer-match.ts';

/** The keys of a customer's calls. null: not by this key. */
export interface CustomerHistory {
  customerId: string | null;
  /** Of the calls with this number, those without a code whose rep picked nobody. */
  phoneNumber: string | null;
  /** Of the calls whose rep picked a customer without a code, those of the one with this number. */
  pickedPhoneNumber: string | null;
}

/**
 * Calls without a code belong to every customer with their number. So they count only if at most one customer has the number:
 * not after the rep picked one, and not for a customer with another number on file.
 */
export function customerHistory(
  { phoneNumber, pickedCustomerId }: Pick<CustomerClues, 'phoneNumber' | 'pickedCustomerId'>,
  { match, customer_id, phone_number }: CustomerMatch,
): CustomerHistory {
  const nothing: CustomerHistory = { customerId: null, phoneNumber: null, pickedPhoneNumber: null };
  if (match === 'none') return { ...nothing, phoneNumber: isE164(phoneNumber) ? phoneNumber : null };
  if (match !== 'one') return nothing;
  const isPicked = typeof pickedCustomerId === 'string';
  return {
    customerId: customer_id,
    phoneNumber: !isPicked && phone_number === phoneNumber ? phoneNumber : null,
    pickedPhoneNumber: customer_id === null ? phone_number : null,
  };
}
