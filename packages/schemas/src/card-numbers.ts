/** Groups of digits of any script, with spaces, dashes or other usual separators between. */
const groupsOfDigits = /\p{Nd}+(?:[\s\p{Pd}\p{Cf}\u2212\u00b7.,/_]{1,5}\p{Nd}+)*/gu;
const lengths = { fewest: 13, most: 19 };
const shownAtTheEnd = 4;

/**
 * Masks the card numbers of a text: 13 to 19 digits, with separators between, whose check digit (Luhn) fits. They begin and end where a group of
 * digits does. Where several overlap, nobody knows which is the card: all of them are masked as one. The last four digits stay.
 */
export function maskCardNumbers(text: string): { text: string; masked: number } {
  let masked = 0;
  const result = text.replaceAll(groupsOfDigits, (run) => {
    const numbers = merged(cardNumbersOf(run));
    masked += numbers.length;
    return numbers.reduceRight(hideDigits, run);
  });
  return { text: result, masked };
}

interface Span {
  from: number;
  to: number;
}

/** The longest number from each group on. */
function cardNumbersOf(run: string): Span[] {
  const groups = [...run.matchAll(/\p{Nd}+/gu)].map(({ 0: group, index }) => ({
    from: index,
    to: index + group.length,
    digits: [...group].slice(0, lengths.most + 1).map(digitValue),
  }));
  return groups.flatMap(({ from }, first) => {
    let longest: Span[] = [];
    const number: number[] = [];
    for (const { to, digits } of groups.slice(first, first + lengths.most)) {
      number.push(...digits);
      if (number.length > lengths.most) break;
      if (number.length >= lengths.fewest && hasCheckDigit(number)) longest = [{ from, to }];
    }
    return longest;
  });
}

/** The decimal digits of a script follow each other from zero on, and so do the sets of digits where there are several. */
function digitValue(digit: string): number {
  const code = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (/\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value++;
  return value % 10;
}

function merged(spans: readonly Span[]): Span[] {
  const result: Span[] = [];
  for (const { from, to } of spans) {
    const last = result.at(-1);
    if (last !== undefined && from < last.to) last.to = Math.max(last.to, to);
    else result.push({ from, to });
  }
  return result;
}

function hasCheckDigit(number: readonly number[]): boolean {
  let sum = 0;
  for (let place = 1; place <= number.length; place++) {
    const digit = number.at(-place) ?? 0;
    const doubled = place % 2 === 0 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

function hideDigits(text: string, { from, to }: Span): string {
  const number = text.slice(from, to);
  let left = Array.from(number.matchAll(/\p{Nd}/gu)).length - shownAtTheEnd;
  const hidden = number.replaceAll(/\p{Nd}/gu, (digit) => (left-- > 0 ? '*' : digit));
  return text.slice(0, from) + hidden + text.slice(to);
}
