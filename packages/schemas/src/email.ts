/** One form of an address for storing and comparing: no surrounding white space, lower case, NFC. */
export function normaliseEmail(text: string): string {
  // Composed last: lower-casing can leave a sequence that NFC orders differently.
  return text.trim().toLowerCase().normalize('NFC');
}
