/** One form of an address for storing and comparing: no surrounding white space, NFC, lower case. */
export function normaliseEmail(text: string): string {
  return text.trim().normalize('NFC').toLowerCase();
}
