import { parsePhoneNumberFromString } from 'libphonenumber-js/min';

/** A number as people read it; what is no E.164 number (a withheld one, say) as it was sent. */
export function formatPhoneNumber(text: string): string {
  return parsePhoneNumberFromString(text)?.formatInternational() ?? text;
}
