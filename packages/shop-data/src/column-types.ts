import {
  bareSize,
  isSku,
  longestCode,
  longestSize,
  normaliseCode,
  normaliseSku,
  sizeKey,
  skuForm,
  typedNumber,
  withoutInvisible,
} from '@callside/schemas';
import { z } from 'zod';
import { shownText } from './shown-text.ts';

// Column types that several kinds of files share. CSV has texts only; NDJSON may have numbers.

const mostDigits = 12;
const mostDecimalCharacters = 60;
/** Excel writes true and false in its own language. */
const yes = new Set(['yes', 'true', '1', 'y', 'wahr', 'vrai', 'verdadero', 'vero', 'waar', 'verdadeiro']);
const no = new Set(['no', 'false', '0', 'n', 'falsch', 'faux', 'falso', 'onwaar']);

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
  .transform((value) => normaliseCode(String(value)))
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
  .transform(dayOf)
  .refine(isCalendarDate, 'must be a day of the calendar as YYYY-MM-DD, from 1900 to 2999');

/** A column for yes or no: NDJSON may have true and false. */
export const yesOrNo = z
  .custom<string | number | boolean>(
    (value) => ['string', 'number', 'boolean'].includes(typeof value),
    'must be yes or no',
  )
  .transform((value) => meaningOf(String(value)))
  .refine((value) => value !== undefined, 'must be yes or no');

/** Whether a text says yes or no; undefined: neither. */
export function meaningOf(text: string): boolean | undefined {
  const word = withoutInvisible(text).trim().toLowerCase();
  return yes.has(word) ? true : no.has(word) ? false : undefined;
}

/** Why a number is refused that may be 1250 as well as 1.25. */
export const mayBeThousands = 'a comma or a point before three digits may be a separator of thousands';

/** Whether a number has a comma that may be one of thousands. */
export function isAmbiguous(value: unknown): boolean {
  return typeof value === 'string' && /^[+-]?[1-9]\d{0,2},\d{3}$/.test(typedNumber(value));
}

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
  .transform((text) => ({ text, number: numberOfSize(text) }))
  .refine(({ number }) => !isTooLarge(number), `must have at most ${mostDigits} digits before the point`)
  .refine(({ text }) => !/^-\s*[\d.]/.test(text), 'must not be negative')
  .refine(
    ({ text, number }) => !Number.isNaN(number) || text.length <= longestSize,
    `must not be longer than ${longestSize} characters`,
  )
  .transform(({ text, number }) =>
    Number.isNaN(number)
      ? { number: null, text }
      : // A plain number stays exact.
        { number: Number.isNaN(numberOf(text)) ? String(number) : text, text: null },
  );

/** As sizes are compared: `7,5` and `7 1/2` are 7.5. NaN for a text such as M. */
function numberOfSize(text: string): number {
  const key = text.length <= longestSize ? sizeKey(text) : text;
  return typeof key === 'number' ? key : numberOf(text);
}

/** A column that may be empty. */
export function optional<Schema extends z.ZodType>(schema: Schema) {
  return z.preprocess(
    (value) => (typeof value === 'string' && withoutInvisible(value).trim() === '' ? undefined : value),
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
        return isAmbiguous(input) ? `${message}: ${mayBeThousands}` : message;
      },
    })
    .transform((value) => typedNumber(String(value)));
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

/** `2026/05/01`, and the day of a time. A time with a time zone is none of a day: it may be another one in that of the brand. */
function dayOf(text: string): string {
  const typed = typedNumber(text).trim();
  const [, year, , month, day] = dayAndMaybeTime.exec(typed) ?? [];
  return year === undefined ? typed : `${year}-${month}-${day}`;
}

const dayAndMaybeTime = /^(\d{4})([-/.])(\d\d)\2(\d\d)(?:[T ] ?\d?\d:\d\d(?::\d\d(?:[.,]\d+)?)?(?: ?[AP]M)?)?$/i;

function isCalendarDate(value: string): boolean {
  const [, year, month, day] = /^(19\d\d|2\d{3})-(\d\d)-(\d\d)$/.exec(value) ?? [];
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  return date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day);
}
