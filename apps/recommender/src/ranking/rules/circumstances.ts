import { type CallContext, contextValueKey, nobodysNumber, toE164 } from '@callside/schemas';

/** One thing that is known of where a request or a sale comes from, such as the area code 415 of the country code 1. */
export interface Circumstance {
  readonly dimension: string;
  readonly value: string;
}

export function nameOf({ dimension, value }: Circumstance): string {
  return `${dimension}\0${value}`;
}

export interface RequestOrigin {
  /** As in a request: ten digits, or E.164. */
  readonly phone: string;
  readonly source: string;
  /** Of the day, in the time zone of the brand. */
  readonly hour: number;
  readonly context: CallContext;
}

/** The dimension that is known of every request, and so of every recorded sale. */
export const ofEachRequest = 'source';

export function circumstancesOf({ phone, source, hour, context }: RequestOrigin): Circumstance[] {
  return [
    ...(phone === nobodysNumber ? [] : placesOf(toE164(phone))),
    { dimension: ofEachRequest, value: contextValueKey(source) },
    { dimension: 'hour', value: String(hour) },
    ...Object.entries(context).map(([name, value]) => ({
      dimension: `context ${name}`,
      value: contextValueKey(value),
    })),
  ];
}

/** So many characters of a number in E.164 say where it is from. */
export const placeCharacters = 6;

const codesOfTwoDigits = /^(?:2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58])/;

/** The country code and the area code of a number in E.164, or of its first characters. An area belongs to its country code. */
export function placesOf(number: string): Circumstance[] {
  const digits = number.slice(1);
  const length = /^[17]/.test(digits) ? 1 : codesOfTwoDigits.test(digits) ? 2 : 3;
  const country = digits.slice(0, length);
  // Area codes of the country code 1 have three digits. Elsewhere they differ, and two digits tell regions or networks apart.
  const area = digits.slice(length, length + (country === '1' ? 3 : 2));
  return [
    { dimension: 'country code', value: country },
    { dimension: `area of ${country}`, value: area },
  ];
}
