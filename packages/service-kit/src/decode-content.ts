import { isUtf8 } from 'node:buffer';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, inflateRaw } from 'node:zlib';
import { decodeText } from './decode-text.ts';

type Decompress = (bytes: Buffer, limits: { maxOutputLength: number }) => Promise<Buffer>;

const [zlib, raw] = [promisify<Buffer, object, Buffer>(inflate), promisify<Buffer, object, Buffer>(inflateRaw)];
export const gzip: Decompress = promisify<Buffer, object, Buffer>(gunzip);
const decompressions: Readonly<Record<string, Decompress>> = {
  gzip,
  br: promisify<Buffer, object, Buffer>(brotliDecompress),
  // Some senders leave out the header of zlib, whose lowest four bits are always 8.
  deflate: (bytes, limits) => ((bytes[0] ?? 0) % 16 === 8 ? zlib : raw)(bytes, limits),
};

interface ContentEncoding {
  /** In the order of their use. */
  compressions: Decompress[];
  /** It names something that is no encoding, such as `utf-8`, which is taken for none. */
  isOdd: boolean;
}

/** Nobody compresses a body more often, and each time costs a reading of it. */
const mostCompressions = 2;

/** Also of a name in quotes, or with parameters, which HTTP does not have here. */
export function readContentEncoding(header: string | undefined): ContentEncoding {
  const names = (header?.toLowerCase().split(',') ?? []).map((coding) =>
    coding
      .replace(/;.*$/s, '')
      .replaceAll(/["'\s]/g, '')
      .replace(/^x-/, ''),
  );
  const compressions = names.flatMap((name) =>
    Object.hasOwn(decompressions, name) ? (decompressions[name] ?? []) : [],
  );
  const isUnknown = names.some((name) => !['', 'identity'].includes(name) && !Object.hasOwn(decompressions, name));
  return {
    compressions: compressions.slice(-mostCompressions),
    isOdd: isUnknown || compressions.length > mostCompressions,
  };
}

/** No text begins so. */
export function isGzip(bytes: Buffer): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

const beginOfJson = /^\s*[{[]/;

/**
 * The body without its compressions. A body that is readable text as it came is that text, whatever its sender or a proxy says of it:
 * it `isMisnamed`. Rejects one that cannot be decompressed, or is larger than the limit then (`entity.too.large`).
 */
export async function decompress(
  sent: Buffer,
  compressions: readonly Decompress[],
  limitBytes: number,
): Promise<{ bytes: Buffer; isMisnamed: boolean }> {
  let bytes = sent;
  let isMisnamed = false;
  for (const compression of compressions.toReversed()) {
    // Raw inflate takes the beginning of some texts for a whole stream, and drops the rest.
    if (isUtf8(bytes) && beginOfJson.test(decodeText(bytes).text)) return { bytes, isMisnamed: true };
    try {
      bytes = await compression(bytes, { maxOutputLength: limitBytes });
    } catch (error) {
      if (isTooLarge(error)) throw { type: 'entity.too.large' };
      if (!isUtf8(bytes) && !beginOfJson.test(decodeText(bytes).text)) throw error;
      isMisnamed = true;
    }
  }
  return { bytes, isMisnamed };
}

function isTooLarge(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
}
