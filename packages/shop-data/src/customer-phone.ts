import { nobodysNumber, takesUsNumbersOnly, toE164 } from '@callside/schemas';
import { normaliseCustomerPhone, readPhoneNumber } from '@callside/schemas/customer-phone';

/**
 * The E.164 form of a number in a file, `nobody` for the placeholder 0000000000, and undefined for an invalid number, or one that a call
 * would read as another: `+65 9123 4567` has the ten digits of a US number.
 */
export function readCustomerPhone(sent: string, country: string): string | 'nobody' | undefined {
  const phone = normaliseCustomerPhone(sent, country);
  if (phone === null) return undefined;
  if (phone === nobodysNumber) return 'nobody';
  const number = toE164(phone);
  return number === readPhoneNumber(sent, country) ? number : undefined;
}

/** What is wrong with a number that `readCustomerPhone` does not find. */
export function phoneProblem(country: string): string {
  return takesUsNumbersOnly(country)
    ? 'must be a phone number of ten digits, such as 4155550100'
    : `must be a phone number that is valid in the brand's country (${country}), or one with its country code, such as +442079460958`;
}
