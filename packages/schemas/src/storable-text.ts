/**
 * A text as PostgreSQL gives it back: U+FFFD takes the place of what its UTF-8 cannot hold, U+0000 and lone
 * surrogates. Texts that are stored and compared later must be in this form from the start.
 */
export function storableText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\uFFFD');
}
