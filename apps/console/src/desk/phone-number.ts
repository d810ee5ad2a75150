import { parsePhoneNumberFromString } from 'libphonenumber-js/min';

/** A number in a readable format; other texts (for example a withheld number) unchanged. */
export function formatPhoneNumber(text: string): string {
  return parsePhoneNumberFromString(text)?.formatInternational() ?? text;
}
