import { isUtf8 } from 'node:buffer';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, inflateRaw } from 'node:zlib';

type Decompress = (bytes: Buffer, limits: { maxOutputLength: number }) => Promise<Buffer>;

const [zlib, raw] = [promisify<Buffer, object, Buffer>(inflate), promisify<Buffer, object, Buffer>(inflateRaw)];
const decompressions: Readonly<Record<string, Decompress>> = {
  gzip: promisify<Buffer, object, Buffer>(gunzip),
  br: promisify<Buffer, object, Buffer>(brotliDecompress),
  // Some senders leave out the header of zlib, whose lowest four bits are always 8.
  deflate: (bytes, limits) => ((bytes[0] ?? 0) % 16 === 8 ? zlib : raw)(bytes, limits),
};

/** The compressions that a Content-Encoding names, in the order of their use. Anything else there is taken for none, such as `utf-8`. */
export function compressionsOf(contentEncoding: string | undefined): Decompress[] {
  const codings = contentEncoding?.toLowerCase().split(',') ?? [];
  return codings.flatMap((coding) => {
    const name = coding.trim().replace(/^x-/, '');
    return Object.hasOwn(decompressions, name) ? (decompressions[name] ?? []) : [];
  });
}

/**
 * The body without its compressions. A body that is readable text as it came is that text, whatever its sender or a proxy says of it.
 * Rejects one that cannot be decompressed, or is larger than the limit then (`entity.too.large`).
 */
export async function decompress(
  sent: Buffer,
  compressions: readonly Decompress[],
  limitBytes: number,
): Promise<Buffer> {
  let bytes = sent;
  for (const compression of compressions.toReversed()) {
    try {
      bytes = await compression(bytes, { maxOutputLength: limitBytes });
    } catch (error) {
      if (isTooLarge(error)) throw { type: 'entity.too.large' };
      if (!isUtf8(bytes)) throw error;
    }
  }
  return bytes;
}

function isTooLarge(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
}
