// Who is calling, in words: a page that shows no customer always says why.

import { type CallView, type CustomerMatch, type KnownCustomer, mostCandidates } from '@callside/schemas';
import { formatPhoneNumber } from './phone-number.ts';

/** A live call, or one that was. */
export interface Caller {
  call: Pick<CallView, 'phone_number' | 'customer_id'>;
  /** null: the service did not look. */
  customer: CustomerMatch | null;
}

/** The shortest that tells this caller from the next: a name, or what there is instead. */
export function callerName({ call, customer }: Caller): string {
  if (customer?.match === 'one' && customer.name !== null) return customer.name;
  return customer?.match === 'withheld' ? 'Caller ID withheld' : formatPhoneNumber(call.phone_number);
}

/** What the service found out beside the number; null where a name says it all, or nobody looked. */
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

/** A sentence for someone who does not see the page. */
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

/** Of the customer on file; else the one that the dialler sent, which the brand may not know. */
export function customerCode({ call, customer }: Caller): { code: string; isOnFile: boolean } | null {
  if (customer?.match === 'one' && customer.customer_id !== null) return { code: customer.customer_id, isOnFile: true };
  return call.customer_id === null ? null : { code: call.customer_id, isOnFile: customer === null };
}

/** The service names no more than that. */
function countOf({ length }: readonly KnownCustomer[]): string {
  return length < mostCandidates ? String(length) : `${mostCandidates} or more`;
}
