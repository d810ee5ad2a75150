import { typedNumber } from '@callside/schemas';

/** Characters. The import takes no longer number. */
const longestNumber = 60;

/** 1.25 as well as 1250. */
const ambiguous = /^[+-]?[1-9]\d{0,2}[.,]\d{3}$/;
const decimalComma = /^[+-]?\d*,\d+$/;
/** `1.250,00`, `1,250.00`, `1 250`, `1'250.00` or `1.250.000`. */
const grouped = /^[+-]?[1-9]\d{0,2}([., '’])\d{3}(?:\1\d{3})*(?:(?!\1)[.,]\d+)?$/;

/**
 * The number of a cell with a point as its decimal point. A comma is left where it may be one of thousands, so that the import refuses the
 * number; so it is with `1.250` in a file with semicolons, which programs write whose decimal separator is a comma. What is no number
 * is unchanged.
 */
export function numberText(text: string, delimiter: string | undefined): string {
  if (text.length > longestNumber) return text;
  const typed = typedNumber(text).replace(/^'(?=[\d+-])/, '');
  if (ambiguous.test(typed)) return delimiter === ';' ? typed.replace('.', ',') : typed;
  if (decimalComma.test(typed)) return typed.replace(',', '.');
  const [, separator] = grouped.exec(typed) ?? [];
  return separator === undefined ? typed : typed.replaceAll(separator, '').replace(',', '.');
}

/** The price of a cell: with the code or the sign of the brand's currency, or without one. The price in another one is unchanged. */
export function priceReader(delimiter: string | undefined, currency: string | undefined): (text: string) => string {
  const marks = currency === undefined ? [] : marksOf(currency);
  return (text) => {
    const typed = typedNumber(text);
    if (marks.length === 0 || text.length > longestNumber || /^[\d.,]*$/.test(typed))
      return numberText(typed, delimiter);
    const lower = typed.toLowerCase();
    const start = marks.find((mark) => lower.startsWith(mark))?.length ?? 0;
    const end = marks.find((mark) => lower.slice(start).endsWith(mark))?.length ?? 0;
    return numberText(typed.slice(start, typed.length - end).trim(), delimiter);
  };
}

/** `usd`, `us$` and `$` of USD, the longest first. */
function marksOf(currency: string): string[] {
  const signs = (['symbol', 'narrowSymbol'] as const).map((currencyDisplay) => {
    const format = new Intl.NumberFormat('en-001', { style: 'currency', currency, currencyDisplay });
    return format.formatToParts(0).find(({ type }) => type === 'currency')?.value ?? currency;
  });
  const marks = new Set([currency, ...signs].map((mark) => mark.toLowerCase()));
  return [...marks].sort((one, other) => other.length - one.length);
}
