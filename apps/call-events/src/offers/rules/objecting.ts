import { isWithheld } from '@callside/schemas';
import { isE164 } from '@callside/schemas/customer-phone';
import type { OfferedCall } from './call-offers.ts';

type Caller = Pick<OfferedCall, 'customerId' | 'customerNumber' | 'phoneNumber'>;

/**
 * Who objects on a call: the customer whom the page shows, and the number of the call, so that offers are withheld on every channel. A
 * customer without a code is known by their number. Empty without a number and a customer.
 */
export function objectingOn({ customerId, customerNumber, phoneNumber }: Caller): {
  customerId: string | null;
  phoneNumber: string | null;
}[] {
  const numbers = [customerId === null ? customerNumber : null, phoneNumber].filter(isNumber);
  return [
    ...(customerId === null ? [] : [{ customerId, phoneNumber: null }]),
    ...[...new Set(numbers)].map((number) => ({ customerId: null, phoneNumber: number })),
  ];
}

/** The number under which the recommender knows the customer of a call, in E.164; null: it knows none. */
export function numberOfCustomer({ customerNumber, phoneNumber }: Omit<Caller, 'customerId'>): string | null {
  return [customerNumber, phoneNumber].find(isNumber) ?? null;
}

/** Texts that are no number stay as they were sent, and some placeholders have the form of one. */
function isNumber(text: string | null): text is string {
  return text !== null && isE164(text) && !isWithheld(text);
}
