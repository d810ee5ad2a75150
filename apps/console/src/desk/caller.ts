// Texts about the caller: a page that shows no customer always gives the reason.

import { type CallView, type CustomerMatch, type KnownCustomer, mostCandidates } from '@callside/schemas';
import { formatPhoneNumber } from './phone-number.ts';

/** The caller of a live or ended call. */
export interface Caller {
  call: Pick<CallView, 'phone_number' | 'customer_id'>;
  /** null: the service did not look up a customer. */
  customer: CustomerMatch | null;
}

/** The shortest text that distinguishes callers: a name, or what replaces it. */
export function callerName({ call, customer }: Caller): string {
  if (customer?.match === 'one' && customer.name !== null) return customer.name;
  return customer?.match === 'withheld' ? 'Caller ID withheld' : formatPhoneNumber(call.phone_number);
}

/** The result of the look-up, shown beside the number; null if the name is enough or there was no look-up. */
export function callerNote({ call, customer }: Caller): string | null {
  switch (customer?.match) {
    case undefined:
      return null;
    case 'one':
      return customer.name === null ? 'A customer without a name on file' : null;
    case 'several':
      return `${countOf(customer.candidates)} customers share this number`;
    case 'none':
      return call.customer_id === null ? 'No customer with this number' : 'No customer with this number or code';
    case 'withheld':
      return 'No customer can be looked up';
    case 'unplaceable':
      return 'Number could not be placed';
  }
}

/** A sentence for screen readers. */
export function callerSentence(caller: Caller): string {
  const { call, customer } = caller;
  if (customer?.match === 'withheld') return 'Caller ID withheld.';
  const number = formatPhoneNumber(call.phone_number);
  const note = callerNote(caller);
  if (note !== null) return `${number}. ${note}.`;
  return customer === null ? `${number}.` : `${callerName(caller)}, ${number}.`;
}

export function customerName({ name }: Pick<KnownCustomer, 'name'>): string {
  return name ?? 'No name on file';
}

/** The stored customer's code; otherwise the code that the dialler sent, which the brand may not have. */
export function customerCode({ call, customer }: Caller): { code: string; isOnFile: boolean } | null {
  if (customer?.match === 'one' && customer.customer_id !== null) return { code: customer.customer_id, isOnFile: true };
  return call.customer_id === null ? null : { code: call.customer_id, isOnFile: customer === null };
}

/** The service sends at most `mostCandidates`. */
function countOf({ length }: readonly KnownCustomer[]): string {
  return length < mostCandidates ? String(length) : `${mostCandidates} or more`;
}
