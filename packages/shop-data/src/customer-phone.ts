import { nobodysNumber, takesUsNumbersOnly, toE164 } from '@callside/schemas';
import { normaliseCustomerPhone } from '@callside/schemas/customer-phone';

/** The E.164 form of a number in a file, `nobody` for the placeholder 0000000000, and undefined for an invalid number. */
export function readCustomerPhone(sent: string, country: string): string | 'nobody' | undefined {
  const phone = normaliseCustomerPhone(sent, country);
  if (phone === null) return undefined;
  return phone === nobodysNumber ? 'nobody' : toE164(phone);
}

/** What is wrong with a number that `readCustomerPhone` does not find. */
export function phoneProblem(country: string): string {
  return takesUsNumbersOnly(country)
    ? 'must be a phone number of ten digits, such as 4155550100'
    : `must be a phone number that is valid in the brand's country (${country}), or one with its country code, such as +442079460958`;
}
