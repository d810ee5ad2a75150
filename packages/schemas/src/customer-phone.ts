// Not part of the index: libphonenumber-js is large, and the console needs none of this.

import {
  type CountryCode,
  getCountries,
  getCountryCallingCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/max';
import { bareNumber, withoutExtension, withoutShortExtension } from './bare-number.ts';
import {
  isForRecommender,
  longestNotation,
  nobodysNumber,
  normaliseUsPhoneNumber,
  type PhoneNumberSchema,
  phoneNumberSchema,
  takesUsNumbersOnly,
  toE164,
} from './phone-number.ts';
import { purchaseRequestSchema } from './purchase.ts';
import { recommendRequestSchema } from './recommend.ts';

/**
 * The number of a customer as the recommender writes it; null when the text is not one. A number of the country code 1 is its ten
 * digits, as the specification has it; any other is E.164. `0000000000` is unchanged.
 *
 * A brand of the United States or Canada takes ten digits, with or without a leading 1, and nothing else. A brand of another country
 * takes what is valid as a national number there, or with a country code, and E.164 of a range that the library does not know; ten digits
 * that are neither are a US number.
 */
export function normaliseCustomerPhone(sent: string, country: string): string | null {
  // The usual form in an IVR; to look for every other one takes longer than to parse the rest of the request.
  if (takesUsNumbersOnly(country) && tenDigits.test(sent)) return sent;
  const text = bareNumber(sent);
  const usDigits = normaliseUsPhoneNumber(text);
  if (takesUsNumbersOnly(country) || usDigits === nobodysNumber || text.length > longestNotation) return usDigits;
  const number = numberIn(text, country) ?? (isForRecommender(text, country) ? withCodeOnce(text) : null);
  if (number === null) return usDigits;
  return number.startsWith('+1') ? normaliseUsPhoneNumber(number) : number;
}

const tenDigits = /^\d{10}$/;
const separators = /[-\s().\u2010-\u2015\u2212]/g;
const e164 = /^\+[1-9]\d{1,14}$/;

/** Checks the format only, not whether the number is in use. */
export function isE164(number: string): boolean {
  return e164.test(number);
}

/**
 * The E.164 form of a number as platforms send it and people write it in this country, without an extension, also of one that is not
 * assigned but has its country code or its trunk zero; null when the text is no number there. Ten digits are a US number only where
 * national numbers have ten digits after the country code 1. Calls and files are matched by it.
 */
export function readPhoneNumber(sent: string, country: string): string | null {
  if (isE164(sent)) return withCodeOnce(sent);
  const text = bareNumber(withoutShortExtension(sent));
  if (text.length > longestNotation) return null;
  const digits = text.replace(/\(\s*0\s*\)/, '').replaceAll(separators, '');
  // The library takes 70 µs for a number, and North America has no trunk prefix.
  if (isE164(text) || /^\+1\d{10}$/.test(digits)) return withCodeOnce(digits);
  const placed = digits.startsWith('+') ? numberIn(text, country) : numberWithoutPlus(text, country);
  return placed ?? possibleNational(digits, country) ?? possibleInternational(digits);
}

function numberWithoutPlus(text: string, country: string): string | null {
  if (takesUsNumbersOnly(country)) return northAmericanNumber(text) ?? numberIn(text, country);
  return numberIn(text, country) ?? (isInNorthAmerica(country) ? northAmericanNumber(text) : null);
}

/** E.164 of a trunk zero and as many digits as this country has, in a range that the library does not know. */
function possibleNational(digits: string, country: string): string | null {
  if (!/^0[1-9]/.test(digits) || digits.length <= fewestTelling) return null;
  const parsed = parsePhoneNumberFromString(digits, { defaultCountry: country as CountryCode, extract: false });
  return parsed?.isPossible() && parsed.nationalNumber === digits.slice(1) ? withCodeOnce(parsed.number) : null;
}

/** E.164 of as many digits as its country has, also of an area or, after a plus sign, a country that the library does not know. */
function possibleInternational(digits: string): string | null {
  const written = digits.replace(internationalPrefix, '+');
  // With a prefix in place of the plus sign, a short one may be an internal number.
  if (!isE164(written) || (written !== digits && written.length <= fewestTelling)) return null;
  const number = withCodeOnce(written);
  return (parsePhoneNumberFromString(number)?.isPossible() ?? written === digits) ? number : null;
}

/** The country codes of E.164, with what may follow by mistake: a trunk zero, or the code again. */
const codeAgain =
  /^\+(1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|(?:2[1-689]|3[578]|42|5[09]|6[7-9]|8[0578]|9[679])\d)(?=0|\1)(0?\1?)(\d+)$/;

/** E.164 without a trunk zero or a second country code, if it is valid without them only. */
function withCodeOnce(number: string): string {
  // No area code begins with 0 or 1, and the library does not know the newest ones.
  const northAmerican = /^\+1[01]([2-9]\d{9})$/.exec(number)?.[1];
  if (northAmerican !== undefined) return `+1${northAmerican}`;
  const [, code, again, rest] = codeAgain.exec(number) ?? [];
  if (code === undefined) return number;
  const written = parsePhoneNumberFromString(number);
  if (written?.isValid()) return isE164(written.number) ? written.number : number;
  const once = again === code || again === '0' ? parsePhoneNumberFromString(`+${code}${rest}`) : undefined;
  return once?.isValid() && isE164(once.number) ? once.number : number;
}

/** Also one of an area code that is newer than the library. */
function northAmericanNumber(text: string): string | null {
  const digits = normaliseUsPhoneNumber(text);
  return digits === null || digits === nobodysNumber ? null : toE164(digits);
}

function isInNorthAmerica(country: string): boolean {
  return isSupportedCountry(country) && getCountryCallingCode(country) === '1';
}

/** Characters. Nobody writes a number so long. */
const longestWritten = 320;
/** Fewer digits are in many other numbers. */
const fewestTelling = 7;

/**
 * How a stored text says a number in its stored form. `theirs`: all its digits are those of the number, whatever is written around them,
 * also an extension. `contains`: they are among its digits, so that it may be meant. The digits decide where no country does.
 */
export function mentionOf(number: string, stored: string, country: string): 'theirs' | 'contains' | null {
  if (stored === number) return 'theirs';
  if (isE164(stored)) return null;
  const written = withoutExtension(stored);
  // Composing takes quadratic time in the number of marks.
  const text = written.length > longestWritten ? written : written.normalize('NFKC');
  if (readPhoneNumber(text, country) === number) return 'theirs';
  const digits = digitsOf(text);
  if (digits.replace(/^(?:00|011)(?=[1-9])/, '') === digitsOf(withoutExtension(number))) return 'theirs';
  const telling = subscriberDigits(number);
  return telling.length >= fewestTelling && digitsOf(stored).includes(telling) ? 'contains' : null;
}

/** The digits of a stored number without the code of its country. */
export function subscriberDigits(number: string): string {
  const parsed = isE164(number) ? parsePhoneNumberFromString(number) : undefined;
  return parsed?.nationalNumber ?? digitsOf(withoutExtension(number));
}

function digitsOf(text: string): string {
  return text.replaceAll(/\D/g, '');
}

const callingCodes = new Set<string>(getCountries().map((country) => getCountryCallingCode(country)));

/**
 * The number of a platform that keeps the country calling code apart: E.164 if it is valid with this code, which the number may have as well,
 * once or twice, or a trunk prefix; else if it has as many digits as numbers with this code, which is so in ranges that the library does not
 * know and in those for films; else null.
 */
export function numberOfCallingCode(text: string, callingCode: string): string | null {
  // The library throws for a code that no country has.
  if (!callingCodes.has(callingCode)) return null;
  const readings = [];
  const digits = digitsOf(text);
  for (let from = 0; digits.startsWith(callingCode, from); from += callingCode.length) {
    readings.push(parsePhoneNumberFromString(`+${digits.slice(from)}`));
  }
  readings.push(parsePhoneNumberFromString(text, { defaultCallingCode: callingCode, extract: false }));
  const ofCode = readings.flatMap((one) =>
    one?.countryCallingCode === callingCode && one.ext === undefined && isE164(one.number) ? one : [],
  );
  // A national number may begin with the digits of its code.
  const placed = ofCode.findLast((one) => one.isValid()) ?? ofCode.find((one) => one.isPossible());
  return placed?.number ?? null;
}

/**
 * The phone number of an address, with its country code: a national number of another country may be a valid one of the brand's. Any
 * other text as it is, also without a country.
 */
export function withCountryCode(text: string, country: string): string {
  if (text.trimStart().startsWith('+')) return text;
  if (takesUsNumbersOnly(country)) {
    // The library takes 70 µs for a number, and files have a million.
    const usDigits = normaliseUsPhoneNumber(text);
    return usDigits === null ? text : toE164(usDigits);
  }
  return (text.length <= longestNotation && isSupportedCountry(country) && numberIn(text, country)) || text;
}

/** The international prefix of most countries, and that of North America. Some platforms put a plus sign before it. */
const internationalPrefix = /^\s*\+?(?:00|011)[-\s.]?(?=[1-9])/;

/** E.164; null: no number that is valid in this country, with a country code, or with the international prefix of another country. */
function numberIn(text: string, country: string): string | null {
  const number = validNumber(text, country);
  if (number !== null || !internationalPrefix.test(text)) return number;
  return validNumber(text.replace(internationalPrefix, '+'), country);
}

function validNumber(text: string, country: string): string | null {
  // The library does not know all spaces of Unicode.
  const spaced = text.replaceAll(/\s/g, ' ');
  const parsed = parsePhoneNumberFromString(spaced, { defaultCountry: country as CountryCode, extract: false });
  const number = parsed?.isValid() && parsed.ext === undefined ? parsed.number : '';
  // The library accepts some German numbers of more than the 15 digits that E.164 allows.
  return isE164(number) ? number : null;
}

/** Bodies of POST /recommend and POST /purchase for a brand of that country (ISO 3166-1 alpha-2). */
export const recommendRequestSchemaOf = perCountry((phone) => recommendRequestSchema.extend({ phone }));
export const purchaseRequestSchemaOf = perCountry((phone) => purchaseRequestSchema.extend({ phone }));

/** A schema is made once for a country: it takes longer to make than a body to parse. */
function perCountry<Schema>(make: (phone: PhoneNumberSchema) => Schema): (country: string) => Schema {
  const made = new Map<string, Schema>();
  return (country) => {
    const schema = made.get(country) ?? make(customerPhoneSchema(country));
    made.set(country, schema);
    return schema;
  };
}

function customerPhoneSchema(country: string): PhoneNumberSchema {
  return phoneNumberSchema({
    normalise: (text) => normaliseCustomerPhone(text, country),
    expected: takesUsNumbersOnly(country)
      ? 'a US number of 10 digits, with or without a leading 1'
      : `a number that is valid in the brand's country (${country}), or one with its country code, such as +442079460958`,
  });
}
