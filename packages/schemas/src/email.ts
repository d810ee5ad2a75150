/** A longer text is not an address (RFC 5321: 64 + 1 + 255 octets), and composing takes quadratic time in the number of marks. */
const longestAddress = 320;

/** One form of an address for storing and comparing: no surrounding white space, lower case, NFC. */
export function normaliseEmail(text: string): string {
  const lowered = text.trim().toLowerCase();
  return lowered.length > longestAddress ? lowered : lowered.normalize('NFC');
}
