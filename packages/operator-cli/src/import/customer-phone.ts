import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/max';

const nobody = '0000000000';

/**
 * The E.164 form of a number in an order, `nobody` for the placeholder 0000000000, and undefined for an invalid number. The ten
 * digits of a US number are recognised as in POST /recommend, other forms with the brand's country.
 */
export function readCustomerPhone(sent: string, country: CountryCode): string | 'nobody' | undefined {
  const digits = usDigits(sent);
  if (digits === nobody) return 'nobody';
  if (digits !== undefined) return `+1${digits}`;
  if (country === 'US' || country === 'CA') return undefined;
  const parsed = parsePhoneNumberFromString(sent, { defaultCountry: country, extract: false });
  return parsed?.isValid() && parsed.ext === undefined ? parsed.number : undefined;
}

function usDigits(sent: string): string | undefined {
  const digits = sent.replaceAll(/[-+.() ]/g, '');
  return /^1?(\d{10})$/.exec(digits)?.[1];
}
