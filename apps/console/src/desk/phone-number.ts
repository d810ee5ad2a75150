import { isWithheld } from '@callside/schemas';
import { t } from 'i18next';
import { parsePhoneNumberFromString } from 'libphonenumber-js/min';

/** A number in a readable format, or that it is withheld; a text that is neither, unchanged. */
export function formatPhoneNumber(text: string): string {
  if (isWithheld(text)) return t('desk.withheld');
  return parsePhoneNumberFromString(text)?.formatInternational() ?? text;
}
