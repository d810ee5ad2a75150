import { bareNumber, withoutShortExtension } from '@callside/schemas';
import { isE164, readPhoneNumber } from '@callside/schemas/customer-phone';

/** What a rep typed to find a customer, in each way in which it can be meant. null: not in this way. */
export interface CustomerWords {
  code: string;
  /** A whole number, E.164. */
  number: string | null;
  lastDigits: string | null;
  /** For `to_tsquery`: words of the name, each at least its beginning. */
  nameWords: string | null;
}

/** Fewer digits end too many numbers. */
const fewestDigits = 4;
/** Each costs a look-up. */
const mostWords = 8;

/** `country`: of the brand, for a number in a national format. */
export function customerWords(text: string, country: string): CustomerWords {
  const digits = bareNumber(withoutShortExtension(text)).replaceAll(/[-+\s()./]/g, '');
  const isNumber = /^\d+$/.test(digits) && digits.length >= fewestDigits;
  const number = isNumber ? readPhoneNumber(text, country) : null;
  const words = withoutAccents(text).match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  return {
    code: text,
    number: number !== null && isE164(number) ? number : null,
    lastDigits: isNumber ? digits : null,
    nameWords:
      words.length === 0
        ? null
        : words
            .slice(0, mostWords)
            .map((word) => `'${word}':*`)
            .join(' & '),
  };
}

/** As the function words_of_name of the database does it. */
function withoutAccents(text: string): string {
  return text.normalize('NFD').replaceAll(/[\u0300-\u036f]/g, '');
}
