/**
 * The normal form of a SKU for storing and comparing: without surrounding white space. Leading zeros count, as in many shops:
 * "007" and "7" are two products.
 */
export function normaliseSku(text: string): string {
  return text.trim();
}

export const longestSku = 64;
const form = /^[A-Za-z0-9][A-Za-z0-9._/-]*$/;
/** What a spreadsheet makes of the digits of a SKU: 100517.0. With an exponent it also has a +, which no SKU has. */
const decimal = /^\d+\.\d*$/;

/** Whether a catalogue may have such a SKU. */
export function isSku(text: string): boolean {
  return text.length <= longestSku && form.test(text) && !decimal.test(text);
}

/** A SKU as responses show it: digits as a number, as far as a number is exact. */
export function skuInResponse(sku: string): number | string {
  const number = /^\d+$/.test(sku) ? Number(sku) : Number.NaN;
  return Number.isSafeInteger(number) ? number : sku;
}
