/** Longer addresses do not fit an index entry; no mail system accepts them. */
const mostCharacters = 320;

/** Whether a normalised address has an @ with text on both sides. */
export function isEmailAddress(address: string): boolean {
  const at = address.lastIndexOf('@');
  return at > 0 && at < address.length - 1 && address.length <= mostCharacters;
}
