import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/max';

const e164 = /^\+[1-9]\d{1,14}$/;

/** Characters. Longer texts are not parsed: no notation of a number is longer. */
const longestNotation = 128;

/**
 * The form in which a number is stored and compared. E.164 is unchanged, apart from white space or a tel: URI around it;
 * a national or formatted number that is valid in the brand's country becomes E.164; anything else (withheld, extensions,
 * placeholders) is unchanged.
 */
export function normalisePhoneNumber(sent: string, country: CountryCode): string {
  if (isE164(sent) || sent.length > longestNotation) return sent;
  const bare = withoutUri(sent.trim());
  if (isE164(bare)) return bare;
  const parsed = parsePhoneNumberFromString(bare, { defaultCountry: country, extract: false });
  // The library accepts some German numbers of more than the 15 digits that E.164 allows.
  return parsed?.isValid() && parsed.ext === undefined && isE164(parsed.number) ? parsed.number : sent;
}

/** Checks the format only, not whether the number is in use. */
export function isE164(number: string): boolean {
  return e164.test(number);
}

/** The number of a tel: URI (RFC 3966) without its parameters. A URI with an extension is unchanged. */
function withoutUri(text: string): string {
  const [number = '', ...parameters] = text.replace(/^tel:/i, '').split(';');
  if (parameters.length === 0) return number;
  if (parameters.some((parameter) => /^\s*ext\b/i.test(parameter))) return text;
  const context = parameters.find((parameter) => /^phone-context=\+/i.test(parameter));
  // A local number: `phone-context` has its country code.
  return number.startsWith('+') || context === undefined ? number : context.replace(/^phone-context=/i, '') + number;
}
