// Matches a call to a customer, with five possible results. A number that several customers share identifies none of them.

import { type CustomerMatch, isWithheld, type KnownCustomer, mostCandidates, normaliseCode } from '@callside/schemas';
import { isE164 } from '@callside/schemas/customer-phone';

/** The data of a call that identify its customer. */
export interface CustomerClues {
  brandId: string;
  /** In its stored form: normalised for the brand's country. */
  phoneNumber: string;
  /** The dialler's customer code, from the event that opened the call. */
  customerId: string | null;
  /** Of the customer that the rep picked, see `withoutCode`; it replaces the dialler's code. */
  pickedCustomerId?: string | null;
  /** The number of the customer without a code whom the rep picked; null: they picked none. */
  pickedPhoneNumber?: string | null;
}

/** In place of a code: a customer without one. There is at most one for each number of a brand. */
export const withoutCode = '';

/** The keys to look up among a brand's customers; null if no customer can have such a key. */
export interface CustomerSearch {
  customerId: string | null;
  phoneNumber: string | null;
}

/** Customers of the brand: at most one has the code. `withNumber` has at most one more than `mostCandidates`. */
export interface CustomersFound {
  withCode: KnownCustomer | null;
  withNumber: KnownCustomer[];
}

const noCustomer: KnownCustomer = { customer_id: null, name: null, phone_number: null };

/** The keys to look up. Codes on file are in the normal form. */
export function customerSearch({
  phoneNumber,
  customerId,
  pickedCustomerId,
  pickedPhoneNumber,
}: CustomerClues): CustomerSearch {
  const number = pickedPhoneNumber ?? phoneNumber;
  return {
    customerId: normaliseCode(pickedCustomerId ?? customerId ?? '') || null,
    phoneNumber: kindOfNumber(number) === 'number' ? number : null,
  };
}

/** The customer of a call. A code that the brand has takes precedence over the number; an unknown code is ignored. */
export function matchCustomer(
  {
    phoneNumber,
    pickedCustomerId,
    pickedPhoneNumber,
  }: Pick<CustomerClues, 'phoneNumber' | 'pickedCustomerId' | 'pickedPhoneNumber'>,
  { withCode, withNumber }: CustomersFound,
): CustomerMatch {
  if (withCode !== null) return { match: 'one', ...withCode, candidates: [] };
  const picked = pickedCustomerId === withoutCode && withNumber.find(({ customer_id }) => customer_id === null);
  if (picked) return { match: 'one', ...picked, candidates: [] };
  const kind = kindOfNumber(phoneNumber);
  if (kind !== 'number') return { match: kind, ...noCustomer, candidates: [] };
  // Those found have another number when the picked customer is gone.
  const isOfCall = (pickedPhoneNumber ?? phoneNumber) === phoneNumber;
  const [only, another] = isOfCall ? withNumber : [];
  if (only === undefined) return { match: 'none', ...noCustomer, candidates: [] };
  if (another === undefined) return { match: 'one', ...only, candidates: [] };
  const candidates = withNumber.toSorted(byName).slice(0, mostCandidates);
  const hasMore = withNumber.length > candidates.length;
  return { match: 'several', ...noCustomer, candidates, ...(hasMore && { more_candidates: true }) };
}

/** A stored number that is not E.164 could not be parsed for the brand's country. */
function kindOfNumber(stored: string): 'number' | 'withheld' | 'unplaceable' {
  if (isWithheld(stored)) return 'withheld';
  return isE164(stored) ? 'number' : 'unplaceable';
}

/** Customers without a name come last. Compares code units: the order is the same in every locale. */
function byName(a: KnownCustomer, b: KnownCustomer): number {
  return compare(a.name, b.name) || compare(a.customer_id, b.customer_id);
}

function compare(a: string | null, b: string | null): number {
  if (a === b) return 0;
  if (a === null || b === null) return a === null ? 1 : -1;
  return a < b ? -1 : 1;
}
