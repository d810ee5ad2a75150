import { isWithheld, nobodysNumber, takesUsNumbersOnly, toE164, withoutShortExtension } from '@callside/schemas';
import { normaliseCustomerPhone, readPhoneNumber, withCountryCode } from '@callside/schemas/customer-phone';

/**
 * The E.164 form of a number in a file, `nobody` for a text that says that there is none, such as 0000000000 or N/A, and undefined for an
 * invalid number, or one that a call would read as another: `+65 9123 4567` has the ten digits of a US number.
 */
export function readCustomerPhone(sent: string, country: string): string | 'nobody' | undefined {
  const typed = withoutShortExtension(sent);
  const phone = normaliseCustomerPhone(typed, country);
  if (phone === nobodysNumber) return 'nobody';
  if (phone === null) return saysNobody(typed) ? 'nobody' : undefined;
  const number = toE164(phone);
  return number === readPhoneNumber(typed, country) ? number : undefined;
}

/** Without a digit, no number is lost. */
function saysNobody(text: string): boolean {
  return !/\p{Nd}/u.test(text) || isWithheld(text);
}

/** Numbers of nobody, such as 1111111111: in North America neither an area code nor what follows it begins with 0 or 1. */
const unassignable = /^\+1(?:[01]|\d{3}[01])/;

/**
 * The first of the numbers of an order that is one, and may be somebody's: an address may have `N/A` or 1111111111. Without any text there
 * is none.
 */
export function firstCustomerPhone(sent: readonly string[], country: string): string | 'nobody' | undefined {
  if (sent.length === 0) return 'nobody';
  const read = sent.map((one) => readCustomerPhone(one, country)).filter((phone) => phone !== undefined);
  const numbers = read.filter((phone) => phone !== 'nobody');
  return numbers.find((phone) => !unassignable.test(phone)) ?? numbers[0] ?? read[0];
}

/** The phone number of an address, with the code of its country. */
export function phoneOfAddress(phone: string, country: string): string {
  return withCountryCode(withoutShortExtension(phone), country.toUpperCase());
}

/** What is wrong with a number that `readCustomerPhone` does not find. */
export function phoneProblem(country: string): string {
  return takesUsNumbersOnly(country)
    ? 'must be a phone number of ten digits, such as 4155550100'
    : `must be a phone number that is valid in the brand's country (${country}), or one with its country code, such as +442079460958`;
}
