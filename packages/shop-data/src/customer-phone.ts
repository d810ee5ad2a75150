import { isWithheld, nobodysNumber, takesUsNumbersOnly, toE164, typedNumber } from '@callside/schemas';
import { normaliseCustomerPhone, readPhoneNumber, withCountryCode } from '@callside/schemas/customer-phone';

/** `x12`, `ext. 12`, `Durchwahl 12`: whom a company connects the call with. More digits may be another number. */
const extension =
  /(?<=\d)[\s,;(]*(?:ext(?:ension|ensión|n)?|x|#|durchwahl|dw|poste|int(?:erno)?|ramal|toestel|tst)[\s.:=]*\d{1,6}\)?$/i;

/** A number without what nobody sees, and without an extension: calls have none. */
function withoutExtension(sent: string): string {
  return typedNumber(sent).replace(extension, '');
}

/**
 * The E.164 form of a number in a file, `nobody` for a text that says that there is none, such as 0000000000 or N/A, and undefined for an
 * invalid number, or one that a call would read as another: `+65 9123 4567` has the ten digits of a US number.
 */
export function readCustomerPhone(sent: string, country: string): string | 'nobody' | undefined {
  const typed = withoutExtension(sent);
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

/** The first of the numbers of an order that is one: an address may have `N/A`. Without any text there is none. */
export function firstCustomerPhone(sent: readonly string[], country: string): string | 'nobody' | undefined {
  if (sent.length === 0) return 'nobody';
  const read = sent.map((one) => readCustomerPhone(one, country)).filter((phone) => phone !== undefined);
  return read.find((phone) => phone !== 'nobody') ?? read[0];
}

/** The phone number of an address, with the code of its country. */
export function phoneOfAddress(phone: string, country: string): string {
  return withCountryCode(withoutExtension(phone), country.toUpperCase());
}

/** What is wrong with a number that `readCustomerPhone` does not find. */
export function phoneProblem(country: string): string {
  return takesUsNumbersOnly(country)
    ? 'must be a phone number of ten digits, such as 4155550100'
    : `must be a phone number that is valid in the brand's country (${country}), or one with its country code, such as +442079460958`;
}
