// Texts that platforms send in place of a number that they do not have or must not show.

import { bareNumber } from './bare-number.ts';

/** One of these words is enough. The last four are common in software for "no value". */
const placeholderWords = wordSet(
  'anonymous blocked hidden private restricted suppressed unavailable unidentified unknown unlisted unpublished withheld',
  'nil none null undefined',
);

/** May appear together with them: "Caller ID withheld", "sip:anonymous@anonymous.invalid". */
const fillingWords = wordSet(
  'call caller callerid cli clid id invalid is name number party phone sip sips tel the user',
);

const tellingPhrases = new Set([
  'n a',
  'na',
  'no caller id',
  'no callerid',
  'no cli',
  'no id',
  'no number',
  'not available',
  'not provided',
  'number not available',
  'out of area',
]);

/** ANONYMOUS, BLOCKED, RESTRICTED, UNAVAILABLE and UNKNOWN as keypad digits: Twilio sends these. */
const dialledWords = new Set(['+266696687', '266696687', '+2562533', '+7378742833', '+86282452253', '+8656696']);

/** Characters. No known placeholder is longer. Normalising is quadratic in the number of combining marks. */
const longestPlaceholder = 64;

/** Whether the text is a placeholder for a number that the platform withholds or does not have, also one in a URI. */
export function isWithheld(sent: string): boolean {
  if (sent.length > longestPlaceholder) return false;
  return isPlaceholder(sent) || isPlaceholder(bareNumber(sent));
}

function isPlaceholder(sent: string): boolean {
  const text = sent.normalize('NFKC').toLowerCase();
  const digits = text.replaceAll(/[\s().\p{Default_Ignorable_Code_Point}-]/gu, '');
  if (/^\+?1?0{7,}$|^\+?0+$/.test(digits) || dialledWords.has(digits)) return true;
  const words = text.match(/[\p{L}\p{N}]+/gu) ?? [];
  if (tellingPhrases.has(words.join(' '))) return true;
  return words.some((word) => placeholderWords.has(word)) && words.every(isPlaceholderWord);
}

function isPlaceholderWord(word: string): boolean {
  return placeholderWords.has(word) || fillingWords.has(word);
}

function wordSet(...lists: string[]): ReadonlySet<string> {
  return new Set(lists.flatMap((list) => list.split(' ')));
}
