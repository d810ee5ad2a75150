import { z } from 'zod';

/** A longer text is not a phone number, with any separators. */
const longestNotation = 128;

/**
 * The ten digits of a US number; null when the text is not one. Ignores the separators `+ - . ( )` and spaces, and drops a leading
 * 1 of eleven digits.
 */
export function normaliseUsPhoneNumber(text: string): string | null {
  if (text.length > longestNotation) return null;
  const digits = text.replaceAll(/[-+.() ]/g, '');
  return /^1?(\d{10})$/.exec(digits)?.[1] ?? null;
}

const invalid = 'phone must be a US number of 10 digits, with or without a leading 1 (0000000000 when there is none)';

/** Accepts a US number with separators and returns its ten digits. */
export const usPhoneNumberSchema = z
  .string({ error: ({ input }) => (input === undefined ? 'phone is required' : 'phone must be a string') })
  .transform((text, context) => {
    const digits = normaliseUsPhoneNumber(text);
    if (digits !== null) return digits;
    context.issues.push({ code: 'custom', message: invalid, params: { type: 'phone_number' }, input: text });
    return z.NEVER;
  });
