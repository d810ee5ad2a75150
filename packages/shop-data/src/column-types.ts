import { bareSize, isSku, longestCode, longestSize, normaliseSku, skuForm, typedNumber } from '@callside/schemas';
import { z } from 'zod';
import { shownText } from './shown-text.ts';

// Column types that several kinds of files share. CSV has texts only; NDJSON may have numbers.

const mostDigits = 12;
const mostDecimalCharacters = 60;
const yes = new Set(['yes', 'true', '1', 'y']);
const no = new Set(['no', 'false', '0', 'n']);

/** A text that is not empty. */
export const text = z.string('must be text').trim().min(1, 'must not be empty');

/** A name as a browser shows it. It is not empty. */
export const title = z
  .string('must be text')
  .transform(shownText)
  .refine((shown) => shown !== '', 'must not be empty');

/** An identifier of the operator: a text that fits an index entry, or a whole number. */
export const code = z
  .custom<string | number>(isTextOrInteger, 'must be text or a whole number')
  .transform((value) => String(value).trim())
  .refine((value) => value.length > 0, 'must not be empty')
  .refine((value) => value.length <= longestCode, `must not be longer than ${longestCode} characters`);

export const sku = z
  .custom<string | number>(isTextOrInteger, 'must be text or a whole number')
  .transform((value) => normaliseSku(String(value)))
  .refine(isSku, `must be ${skuForm}`);

/** One phone number, or those of an order, the best first. At most one of these needs to be right. */
export const phones = z.preprocess((value) => {
  if (!Array.isArray(value)) return [value];
  const codes = value.filter((one) => code.safeParse(one).success);
  return codes.length > 0 ? codes : value.slice(0, 1);
}, z.array(code));

/** A day of the shop's calendar. */
export const orderDate = z
  .string('must be text')
  .trim()
  .refine(isCalendarDate, 'must be a day of the calendar as YYYY-MM-DD, from 1900 to 2999');

/** A column for yes or no: NDJSON may have true and false. */
export const yesOrNo = z
  .custom<string | number | boolean>(
    (value) => ['string', 'number', 'boolean'].includes(typeof value),
    'must be yes or no',
  )
  .transform((value) => String(value).trim().toLowerCase())
  .refine((value) => yes.has(value) || no.has(value), 'must be yes or no')
  .transform((value) => yes.has(value));

/** A decimal number as text, so that it stays exact. */
export const decimalFromZero = decimal(() => true, 'must be a number from 0 up, such as 19.99');

export const decimalAboveZero = decimal((value) => value > 0, 'must be a number above 0, such as 7 or 7.5');

/** A number as text, or a text such as M or EU 42. */
export const size = z
  .custom<string | number>(
    (value) => typeof value === 'string' || (typeof value === 'number' && value >= 0),
    'must be a number from 0 up, or text such as M',
  )
  .transform((value) => bareSize(shownText(String(value))))
  .refine((value) => !isTooLarge(value), `must have at most ${mostDigits} digits before the point`)
  .refine((value) => !/^-\s*[\d.]/.test(value), 'must not be negative')
  .refine(
    (value) => isDecimal(value) || value.length <= longestSize,
    `must not be longer than ${longestSize} characters`,
  )
  .transform((value) => (isDecimal(value) ? { number: value, text: null } : { number: null, text: value }));

/** A column that may be empty. */
export function optional<Schema extends z.ZodType>(schema: Schema) {
  return z.preprocess(
    (value) => (typeof value === 'string' && value.trim() === '' ? undefined : value),
    schema.optional(),
  );
}

function isTextOrInteger(value: unknown): boolean {
  return typeof value === 'string' || Number.isSafeInteger(value);
}

function decimal(isInRange: (value: number) => boolean, message: string) {
  return z
    .custom<string | number>((value) => isDecimal(value) && isInRange(numberOf(value)), {
      error: ({ input }) => {
        if (isTooLarge(input)) return `must have at most ${mostDigits} digits before the point`;
        // A spreadsheet in German or French writes 8,50. 1,250 may be either, so none of them is guessed.
        return hasComma(input) ? `${message}, with a point and no comma` : message;
      },
    })
    .transform((value) => typedNumber(String(value)));
}

function hasComma(value: unknown): boolean {
  return (
    typeof value === 'string' &&
    value.length <= mostDecimalCharacters &&
    /^[\d.\s]*,[\d.,\s]*$/.test(typedNumber(value))
  );
}

function isDecimal(value: unknown): boolean {
  return numberOf(value) >= 0 && !isTooLarge(value);
}

/** NaN for what is no number. */
function numberOf(value: unknown): number {
  return typeof value === 'number' ? value : isDecimalText(value) ? Number(typedNumber(value)) : Number.NaN;
}

function isDecimalText(value: unknown): value is string {
  if (typeof value !== 'string' || value.length > mostDecimalCharacters) return false;
  return /^(\d+(\.\d*)?|\.\d+)$/.test(typedNumber(value));
}

function isTooLarge(value: unknown): boolean {
  const number = numberOf(value);
  return number >= 10 ** mostDigits;
}

function isCalendarDate(value: string): boolean {
  const [, year, month, day] = /^(19\d\d|2\d{3})-(\d\d)-(\d\d)$/.exec(value) ?? [];
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  return date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day);
}
