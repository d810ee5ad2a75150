// Who is on the line: five answers, each of them its own. A number that several customers share names none of them.

import { type CustomerMatch, type KnownCustomer, mostCandidates } from '@callside/schemas';
import { isE164 } from './phone-number.ts';
import { isWithheld } from './withheld-number.ts';

/** What a call says of its customer. */
export interface CustomerClue {
  brandId: string;
  /** In its stored form: normalised by the brand's country. */
  phoneNumber: string;
  /** The dialler's code for the customer, from the event that opened the call. */
  customerId: string | null;
}

/** What to look for among a brand's customers; null where nobody can have it. */
export interface CustomerSearch {
  customerId: string | null;
  phoneNumber: string | null;
}

/** Those of the brand: one at most has the code, and of many who share the number some are enough. */
export interface CustomersFound {
  withCode: KnownCustomer | null;
  withNumber: KnownCustomer[];
}

const nobody: KnownCustomer = { customer_id: null, name: null, phone_number: null };

/** What to look for. Codes on file have no white space around them. */
export function customerSearch({ phoneNumber, customerId }: CustomerClue): CustomerSearch {
  return {
    customerId: customerId?.trim() || null,
    phoneNumber: kindOfNumber(phoneNumber) === 'number' ? phoneNumber : null,
  };
}

/** The customer of a call. A code that the brand knows decides whatever the number says; one that it does not, nothing. */
export function matchCustomer(
  { phoneNumber }: Pick<CustomerClue, 'phoneNumber'>,
  { withCode, withNumber }: CustomersFound,
): CustomerMatch {
  if (withCode !== null) return { match: 'one', ...withCode, candidates: [] };
  const kind = kindOfNumber(phoneNumber);
  if (kind !== 'number') return { match: kind, ...nobody, candidates: [] };
  const [only, another] = withNumber;
  if (only === undefined) return { match: 'none', ...nobody, candidates: [] };
  if (another === undefined) return { match: 'one', ...only, candidates: [] };
  return { match: 'several', ...nobody, candidates: withNumber.toSorted(byName).slice(0, mostCandidates) };
}

/** A stored number that is still no E.164 could not be placed in the brand's country. */
function kindOfNumber(stored: string): 'number' | 'withheld' | 'unplaceable' {
  if (isWithheld(stored)) return 'withheld';
  return isE164(stored) ? 'number' : 'unplaceable';
}

/** The nameless last. By code point: the same on every server, whatever its language. */
function byName(a: KnownCustomer, b: KnownCustomer): number {
  return compare(a.name, b.name) || compare(a.customer_id, b.customer_id);
}

function compare(a: string | null, b: string | null): number {
  if (a === b) return 0;
  if (a === null || b === null) return a === null ? 1 : -1;
  return a < b ? -1 : 1;
}
