import { isAscii, isUtf8 } from 'node:buffer';

export const encodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const;

export type Encoding = (typeof encodings)[number];

const marks: readonly (readonly [Encoding, readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

/** Bytes that Windows-1252 does not define. */
const undefinedBytes = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d]);

/**
 * The encoding of a file, by its byte order mark or by all of its bytes. A file is Windows-1252 when it has bytes that are not valid
 * UTF-8 and no character beyond ASCII that is. A file with both is damaged UTF-8: its import rejects the damaged rows only.
 */
export async function detectEncoding(chunks: AsyncIterable<Buffer>): Promise<Encoding> {
  const found = { valid: 0, invalid: 0, isPossible: true };
  let rest = Buffer.alloc(0);
  let isFirst = true;
  for await (const chunk of chunks) {
    const mark = isFirst ? markOf(chunk) : undefined;
    if (mark !== undefined) return mark;
    isFirst = false;
    if (rest.length === 0 && isAscii(chunk)) continue;
    const bytes = Buffer.concat([rest, chunk]);
    const end = endOfCharacters(bytes);
    rest = bytes.subarray(end);
    count(bytes.subarray(0, end), found);
    if (found.valid > 0 && found.invalid > 0) return 'utf-8';
  }
  count(rest, found);
  return found.invalid > 0 && found.valid === 0 && found.isPossible ? 'windows-1252' : 'utf-8';
}

function markOf(chunk: Buffer): Encoding | undefined {
  return marks.find(([, mark]) => mark.every((byte, at) => chunk[at] === byte))?.[0];
}

/** Without a character at the end that the next chunk may complete. */
function endOfCharacters(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const length = lengthOf(bytes[bytes.length - back] ?? 0);
    if (length > 1) return length > back ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}

function count(bytes: Buffer, found: { valid: number; invalid: number; isPossible: boolean }): void {
  if (isAscii(bytes)) return;
  if (isUtf8(bytes)) {
    found.valid += 1;
    return;
  }
  for (let at = 0; at < bytes.length; ) {
    const byte = bytes[at] ?? 0;
    const length = lengthOf(byte);
    if (byte < 0x80) at += 1;
    else if (length > 1 && isUtf8(bytes.subarray(at, at + length))) {
      found.valid += 1;
      at += length;
    } else {
      found.invalid += 1;
      if (undefinedBytes.has(byte)) found.isPossible = false;
      at += 1;
    }
  }
}

/** Number of bytes of the UTF-8 character that begins with `byte`; 1 also for a byte that begins none. */
function lengthOf(byte: number): number {
  if (byte >= 0xf0) return byte <= 0xf4 ? 4 : 1;
  if (byte >= 0xe0) return 3;
  return byte >= 0xc2 ? 2 : 1;
}
