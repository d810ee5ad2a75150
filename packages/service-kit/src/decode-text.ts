import { isUtf8 } from 'node:buffer';

/**
 * The text of a body, without a byte order mark. The charset that its sender or a proxy names is often wrong, so the bytes decide. JSON and
 * forms begin with an ASCII character and have no NUL, so one among the first two bytes means UTF-16. Bytes that are not UTF-8 are
 * Windows-1252 if nothing beyond ASCII is UTF-8, as in imported files; else U+FFFD replaces them.
 */
export function decodeText(bytes: Buffer): { text: string; isUtf8: boolean } {
  const utf16 = utf16Of(bytes);
  if (utf16 !== null) return { text: new TextDecoder(utf16).decode(bytes), isUtf8: false };
  const text = bytes.toString('utf8');
  if (isUtf8(bytes)) return { text: withoutMark(text), isUtf8: true };
  if (beyondAscii.test(text)) return { text: withoutMark(text), isUtf8: false };
  // Without `stream`, Node takes the C1 controls of Latin-1 for the bytes from 0x80 to 0x9f.
  return { text: new TextDecoder('windows-1252').decode(bytes, { stream: true }), isUtf8: false };
}

function utf16Of([first, second]: Buffer): 'utf-16be' | 'utf-16le' | null {
  if (first === 0 || (first === 0xfe && second === 0xff)) return 'utf-16be';
  return second === 0 || (first === 0xff && second === 0xfe) ? 'utf-16le' : null;
}

function withoutMark(text: string): string {
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
}

/** Except the replacement character. */
const beyondAscii = /[^\0-\x7f\ufffd]/;
