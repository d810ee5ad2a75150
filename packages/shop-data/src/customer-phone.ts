import { nobodysNumber, takesUsNumbersOnly, toE164, typedNumber } from '@callside/schemas';
import { normaliseCustomerPhone, readPhoneNumber } from '@callside/schemas/customer-phone';

/**
 * The E.164 form of a number in a file, `nobody` for the placeholder 0000000000, and undefined for an invalid number, or one that a call
 * would read as another: `+65 9123 4567` has the ten digits of a US number.
 */
export function readCustomerPhone(sent: string, country: string): string | 'nobody' | undefined {
  const typed = typedNumber(sent);
  const phone = normaliseCustomerPhone(typed, country);
  if (phone === null) return undefined;
  if (phone === nobodysNumber) return 'nobody';
  const number = toE164(phone);
  return number === readPhoneNumber(typed, country) ? number : undefined;
}

/** The first of the numbers of an order that is one: an address may have `N/A`. */
export function firstCustomerPhone(sent: readonly string[], country: string): string | 'nobody' | undefined {
  const read = sent.map((one) => readCustomerPhone(one, country)).filter((phone) => phone !== undefined);
  return read.find((phone) => phone !== 'nobody') ?? read[0];
}

/** What is wrong with a number that `readCustomerPhone` does not find. */
export function phoneProblem(country: string): string {
  return takesUsNumbersOnly(country)
    ? 'must be a phone number of ten digits, such as 4155550100'
    : `must be a phone number that is valid in the brand's country (${country}), or one with its country code, such as +442079460958`;
}
