import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/max';

const e164 = /^\+[1-9]\d{1,14}$/;

/**
 * The form in which a number is stored and compared. E.164 passes untouched; a national or spaced form that is valid
 * in the brand's country becomes E.164; what cannot be placed (withheld, extensions, placeholders) stays as sent.
 */
export function normalisePhoneNumber(sent: string, country: CountryCode): string {
  if (isE164(sent)) return sent;
  const parsed = parsePhoneNumberFromString(sent, { defaultCountry: country, extract: false });
  return parsed?.isValid() && parsed.ext === undefined ? parsed.number : sent;
}

/** Of the form, whether or not it is anybody's. */
export function isE164(number: string): boolean {
  return e164.test(number);
}
