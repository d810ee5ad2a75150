// Which stored calls and orders belong to the customer of a call. A rep must not read notes about another customer.

import type { CustomerMatch } from '@callside/schemas';
import { isE164 } from '@callside/schemas/customer-phone';
import type { CallOnFile } from '../../calls/index.ts';
import { withoutCode } from '../../customers/index.ts';

/** The keys of a customer's calls: their code, or a number for calls without a code. null: not by this key. */
export interface CustomerHistory {
  customerId: string | null;
  phoneNumber: string | null;
  /** Of the calls with the number, only those whose rep picked the customer without a code. */
  isPicked: boolean;
}

/**
 * Calls without a code belong to every customer with their number. So they count only if at most one customer has the number:
 * not after the rep picked one of several, and not for a customer with another number on file.
 */
export function customerHistory(
  { phoneNumber, pickedCustomerId }: Pick<CallOnFile, 'phoneNumber' | 'pickedCustomerId'>,
  { match, customer_id, phone_number }: CustomerMatch,
): CustomerHistory {
  const nothing: CustomerHistory = { customerId: null, phoneNumber: null, isPicked: false };
  if (match === 'none') return { ...nothing, phoneNumber: isE164(phoneNumber) ? phoneNumber : null };
  if (match !== 'one') return nothing;
  if (pickedCustomerId === withoutCode && customer_id === null) return { ...nothing, phoneNumber, isPicked: true };
  const isPicked = pickedCustomerId !== null && pickedCustomerId !== undefined;
  const ofNumber = !isPicked && phone_number === phoneNumber ? phoneNumber : null;
  return { ...nothing, customerId: customer_id, phoneNumber: ofNumber };
}
