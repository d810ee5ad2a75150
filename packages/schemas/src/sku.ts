/**
 * The normal form of a SKU for storing and comparing: without surrounding white space. Everything else counts, as in many shops:
 * "007" and "7" are two products, as are "a7" and "A7".
 */
export function normaliseSku(text: string): string {
  return text.trim();
}

/** In code points, as PostgreSQL counts them. */
export const longestSku = 120;
/** Control and invisible characters, halves of surrogate pairs, line breaks, and what stands for bytes that could not be read. */
const notPrintable = /[\p{C}\p{Zl}\p{Zp}\uFFFD]/u;
/** They shape the signs between which they stand, such as those of an emoji. */
const joiners = /(?<=[\p{Lo}\p{M}\p{So}\p{Sk}])[\u200C\u200D](?=[\p{Lo}\p{So}])/gu;

export const skuForm = `1 to ${longestSku} printable characters`;

/** Whether a catalogue may have such a SKU, in its normal form. */
export function isSku(text: string): boolean {
  if (text === '' || text.length > 2 * longestSku || [...text].length > longestSku) return false;
  return !notPrintable.test(text.replaceAll(joiners, ''));
}

/** A SKU as responses show it: digits as a number, as far as a number is exact. */
export function skuInResponse(sku: string): number | string {
  const number = /^\d+$/.test(sku) ? Number(sku) : Number.NaN;
  return Number.isSafeInteger(number) ? number : sku;
}
