/** A longer text is not an address (RFC 5321: 64 + 1 + 255 octets), and composing takes quadratic time in the number of marks. */
const longestAddress = 320;

const withLostPlus = /^[^\s@]+(?: +[^\s@]+)+@[^\s@]+$/;

/** An address from a form or a query: a `+` that was not percent-encoded arrives as a space, which no address has. */
export function restorePlus(address: string): string {
  return withLostPlus.test(address.trim()) ? address.trim().replaceAll(' ', '+') : address;
}

/** One form of an address for storing and comparing: no surrounding white space, lower case, NFC. */
export function normaliseEmail(text: string): string {
  const lowered = text.trim().toLowerCase();
  return lowered.length > longestAddress ? lowered : lowered.normalize('NFC');
}
