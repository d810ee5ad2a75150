import { bareNumber } from '@callside/schemas';

/** E.164 allows no more. */
const mostDigits = 15;

/**
 * For platforms that write E.164 without its plus sign: adds it to a number of at least `fewestDigits`. Shorter numbers may be national
 * ones or extensions, and are kept as sent, as is anything that is no number or begins with 0.
 */
export function withPlus(sent: string | undefined, { fewestDigits }: { fewestDigits: number }): string | undefined {
  const number = sent === undefined ? '' : bareNumber(sent);
  if (!/^[1-9]\d*$/.test(number)) return sent;
  return number.length >= fewestDigits && number.length <= mostDigits ? `+${number}` : sent;
}
