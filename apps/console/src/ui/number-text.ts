interface NumberKind {
  /** The most digits after the decimal separator. */
  fractionDigits: number;
  /** The text is a percentage, and the number is a share. */
  isPercent?: boolean;
}

/** Digits, perhaps in groups of three, and perhaps a decimal separator with digits. */
const form =
  /^(?<whole>\d{1,3}(?:(?<group>[.,'’ ])\d{3}(?:\k<group>\d{3})*)?|\d*)(?:(?<decimal>[.,])(?<fraction>\d*))?$/;

/**
 * The number that a person typed; NaN for a text with more than one meaning. Many people type the separators of another
 * language. Their text is read if it has only one meaning: 7,50 is never 750. The language decides 1,234.
 */
export function numberIn(typed: string, language: string, { fractionDigits, isPercent = false }: NumberKind): number {
  const trimmed = typed.trim().replace(/[\u00a0\u202f]/g, ' ');
  const parts = form.exec(isPercent ? trimmed.replace(/ ?%$/, '') : trimmed)?.groups;
  if (parts === undefined) return Number.NaN;
  const { whole = '', group, decimal, fraction = '' } = parts;
  if (group !== undefined && group === decimal) return Number.NaN;
  const pieces = whole.split(group ?? ' ');
  // One group of three digits may be the digits after the decimal separator.
  if (decimal === undefined && pieces.length === 2 && (group === decimalSeparator(language) || isZero(pieces[0]))) {
    return group === '.' || group === ',' ? toNumber(pieces[0], pieces[1]) : Number.NaN;
  }
  return toNumber(pieces.join(''), fraction);

  function toNumber(digits = '', after = ''): number {
    if (digits + after === '' || after.length > fractionDigits) return Number.NaN;
    // The exponent divides without a rounding error: 29 % is 0.29.
    return Number(`${digits || '0'}.${after || '0'}e${isPercent ? -2 : 0}`);
  }
}

/** Whether a text is a number, but with more digits after the decimal separator than it may have. */
export function hasTooManyDecimals(typed: string, language: string, kind: NumberKind): boolean {
  const isNumber = (one: NumberKind) => !Number.isNaN(numberIn(typed, language, one));
  return !isNumber(kind) && isNumber({ ...kind, fractionDigits: Number.POSITIVE_INFINITY });
}

/** The digits of an amount after the decimal separator: 2 for USD, 0 for JPY, 3 for KWD. */
export function fractionDigitsOf(currency: string): number {
  return new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;
}

function isZero(digits = ''): boolean {
  return Number(digits) === 0;
}

function decimalSeparator(language: string): string | undefined {
  return new Intl.NumberFormat(language).formatToParts(0.5).find(({ type }) => type === 'decimal')?.value;
}
