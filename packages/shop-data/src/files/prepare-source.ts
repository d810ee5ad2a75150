import { createReadStream, createWriteStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { detectDelimiter } from './detect-delimiter.ts';
import { detectEncoding, type Encoding } from './detect-encoding.ts';
import { ImportFileError, reasonOfSystem } from './import-file-error.ts';
import { refuseOtherFiles } from './refuse-other-files.ts';
import type { Delimiter, SourceOptions } from './source-options.ts';
import { withTemporaryDirectory } from './temporary-directory.ts';

/** A file that can be read as UTF-8. */
export interface PreparedSource {
  /** The file, or a temporary copy of it in UTF-8 with the same extension. */
  path: string;
  bytes: number;
  encoding: Encoding;
  /** null for NDJSON. */
  delimiter: Delimiter | null;
}

const startBytes = 64 * 1024;

/** Detects encoding and delimiter and passes the file to `work`. Throws ImportFileError when it cannot be read. Messages use `name`. */
export async function withSource<Result>(
  file: string,
  { name, knownNames, options }: { name: string; knownNames: readonly string[]; options: SourceOptions },
  work: (source: PreparedSource) => Promise<Result>,
): Promise<Result> {
  const size = await sizeOf(file);
  const encoding = options.encoding ?? (await detectEncodingOf(file));
  refuseOtherFiles(await readStart(file), { name, encoding, isNdjson: isNdjson(file) });
  const names = new Set([...knownNames, ...(options.map?.values() ?? [])].map((name) => name.toLowerCase()));
  const prepare = async (path: string, bytes: number) => ({
    path,
    bytes,
    encoding,
    delimiter: isNdjson(file)
      ? null
      : (options.delimiter ?? detectDelimiter((await readStart(path)).toString(), names)),
  });
  if (encoding === 'utf-8') return work(await prepare(file, size));
  return withTemporaryDirectory('callside-import-', async (directory) => {
    const copy = join(directory, `utf-8${extname(file)}`);
    await writeUtf8(file, copy, encoding);
    return work(await prepare(copy, await sizeOf(copy)));
  });
}

async function detectEncodingOf(file: string): Promise<Encoding> {
  return detectEncoding(createReadStream(file)).catch((cause: unknown) => {
    throw unreadable(file, cause);
  });
}

function isNdjson(file: string): boolean {
  return ['.ndjson', '.jsonl'].includes(extname(file).toLowerCase());
}

async function writeUtf8(file: string, copy: string, encoding: Encoding): Promise<void> {
  const decoder = new TextDecoder(encoding);
  async function* decode(chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) yield decoder.decode(chunk, { stream: true });
    yield decoder.decode();
  }
  await pipeline(createReadStream(file), decode, createWriteStream(copy)).catch((cause: unknown) => {
    throw new ImportFileError(`cannot write a copy of ${file} in UTF-8: ${Object(cause).code ?? 'unknown error'}`, {
      hint: 'free space in the directory of temporary files (TMPDIR), or save the file as UTF-8',
      cause,
    });
  });
}

async function readStart(path: string): Promise<Buffer> {
  const handle = await open(path);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(startBytes), 0, startBytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

async function sizeOf(file: string): Promise<number> {
  const found = await stat(file).catch((cause: unknown) => {
    throw unreadable(file, cause);
  });
  if (!found.isFile()) throw new ImportFileError(`cannot read ${file}: it is not a file`);
  return found.size;
}

function unreadable(file: string, cause: unknown): ImportFileError {
  return new ImportFileError(`cannot read ${file}: ${reasonOfSystem(cause, 'read')}`, { cause });
}
