/**
 * The normal form of a SKU for storing and comparing: without surrounding white space. Leading zeros count, as in many shops:
 * "007" and "7" are two products.
 */
export function normaliseSku(text: string): string {
  return text.trim();
}
