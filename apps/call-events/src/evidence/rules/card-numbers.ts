/** Groups of digits with spaces or dashes between. */
const groupsOfDigits = /\d+(?:[\s\u2010-\u2015-]{1,3}\d+)*/g;
const digits = { fewest: 13, most: 19 };
const shownAtTheEnd = 4;

/**
 * Masks the card numbers of a text: 13 to 19 digits, with spaces or dashes between, whose check digit (Luhn) fits. They begin and end where a
 * group of digits does. The last four digits stay.
 */
export function maskCardNumbers(text: string): { text: string; masked: number } {
  let masked = 0;
  const result = text.replaceAll(groupsOfDigits, (run) => {
    const groups = [...run.matchAll(/\d+/g)].map((match) => ({ from: match.index, to: match.index + match[0].length }));
    const numbers = cardNumbersOf(run, groups);
    masked += numbers.length;
    return numbers.reduce((shown, { from, to }) => hideDigits(shown, from, to), run);
  });
  return { text: result, masked };
}

interface Span {
  from: number;
  to: number;
}

/** The longest number from each group on; none overlaps another. */
function cardNumbersOf(run: string, groups: readonly Span[]): Span[] {
  const found: Span[] = [];
  for (let first = 0; first < groups.length; first++) {
    const number = longestFrom(run, groups, first);
    if (number === null) continue;
    found.push(number.span);
    first = number.last;
  }
  return found;
}

function longestFrom(run: string, groups: readonly Span[], first: number): { span: Span; last: number } | null {
  const from = groups[first]?.from ?? 0;
  let longest = null;
  let number = '';
  for (let last = first; last < groups.length && number.length <= digits.most; last++) {
    const to = groups[last]?.to ?? from;
    number += run.slice(groups[last]?.from, to);
    const fits = number.length >= digits.fewest && number.length <= digits.most;
    if (fits && hasCheckDigit(number)) longest = { span: { from, to }, last };
  }
  return longest;
}

function hasCheckDigit(number: string): boolean {
  let sum = 0;
  for (let place = 1; place <= number.length; place++) {
    const digit = Number(number.at(-place));
    const doubled = place % 2 === 0 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

function hideDigits(text: string, from: number, to: number): string {
  let left = text.slice(from, to).replaceAll(/\D/g, '').length - shownAtTheEnd;
  const hidden = text.slice(from, to).replaceAll(/\d/g, (digit) => (left-- > 0 ? '*' : digit));
  return text.slice(0, from) + hidden + text.slice(to);
}
