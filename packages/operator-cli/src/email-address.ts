/** Longer ones do not fit an index entry; no mail system takes them either. */
const mostCharacters = 320;

/** Whether a normalised address has an @ with something on both sides. */
export function isEmailAddress(address: string): boolean {
  const at = address.lastIndexOf('@');
  return at > 0 && at < address.length - 1 && address.length <= mostCharacters;
}
