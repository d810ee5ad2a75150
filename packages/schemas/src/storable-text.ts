/**
 * A text as PostgreSQL returns it: U+FFFD replaces U+0000 and lone surrogates, which PostgreSQL cannot store. Convert texts that
 * are stored and compared later at once.
 */
export function storableText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\uFFFD');
}
