import { z } from 'zod';
import { isWithheld } from './withheld-number.ts';

/** Stands for "no number" in requests and files. */
export const nobodysNumber = '0000000000';

/** A longer text is not a phone number, with any separators. */
export const longestNotation = 128;

/**
 * The ten digits of a US number; null when the text is not one. Ignores the separators `+ - . ( )` and spaces, and drops a leading
 * 1 of eleven digits.
 */
export function normaliseUsPhoneNumber(text: string): string | null {
  if (text.length > longestNotation) return null;
  const digits = text.replaceAll(/[-+.() ]/g, '');
  return /^1?(\d{10})$/.exec(digits)?.[1] ?? null;
}

interface PhoneNumberForm {
  /** The normal form of a sent text; null when it is no number. */
  normalise: (text: string) => string | null;
  /** Says what a number looks like. */
  expected: string;
}

/** A phone number in a request, which is replaced by its normal form. */
export function phoneNumberSchema({ normalise, expected }: PhoneNumberForm) {
  return z
    .string({ error: ({ input }) => (input === undefined ? 'phone is required' : 'phone must be a string') })
    .transform((text, context) => {
      const number = normalise(text);
      if (number !== null) return number;
      const message = `phone must be ${expected} (0000000000 when there is none)`;
      context.issues.push({ code: 'custom', message, params: { type: 'phone_number' }, input: text });
      return z.NEVER;
    });
}
export type PhoneNumberSchema = ReturnType<typeof phoneNumberSchema>;

/** Accepts a US number with separators and returns its ten digits. */
export const usPhoneNumberSchema = phoneNumberSchema({
  normalise: normaliseUsPhoneNumber,
  expected: 'a US number of 10 digits, with or without a leading 1',
});

/** Whether the recommender of a brand in this country (ISO 3166-1 alpha-2) takes US numbers only. */
export function takesUsNumbersOnly(country: string): boolean {
  return country === 'US' || country === 'CA';
}

const usNumbers = /^\+1[2-9]\d{9}$/;
const allNumbers = /^\+(1[2-9]\d{9}|[2-9]\d{6,14})$/;

/** Whether the recommender of a brand in this country is asked for a number in E.164 that a call has; it need not be in use. */
export function isForRecommender(number: string, country: string): boolean {
  return (takesUsNumbersOnly(country) ? usNumbers : allNumbers).test(number) && !isWithheld(number);
}

/** The E.164 form of a number that `normaliseCustomerPhone` returned. */
export function toE164(phone: string): string {
  return phone.startsWith('+') ? phone : `+1${phone}`;
}
