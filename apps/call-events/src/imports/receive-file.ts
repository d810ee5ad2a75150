import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { ServiceError } from '@callside/service-kit';
import type { Request } from 'express';

/**
 * Writes the body of a request to a file while it arrives, decompressed, so that it is never whole in memory. Throws `body_too_large` above
 * the limit, and `invalid` for a body that did not arrive whole; the rest is read and dropped, so that the sender can read the answer.
 */
export async function receiveFile(request: Request, path: string, mostBytes: number): Promise<void> {
  const content = contentOf(request);
  const file = await open(path, 'w');
  let bytes = 0;
  try {
    for await (const chunk of content.iterator({ destroyOnReturn: false })) {
      bytes += chunk.length;
      if (bytes > mostBytes) throw tooLarge(mostBytes);
      await file.appendFile(chunk);
    }
  } catch (error) {
    throw error instanceof ServiceError ? error : failed(error);
  } finally {
    await file.close();
    request.unpipe();
    request.on('error', () => {}).resume();
  }
}

function contentOf(request: Request): Readable {
  const encoding = request.headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  if (encoding === 'identity') return request;
  if (encoding !== 'gzip') {
    throw unreadable(`its encoding is ${/^[a-z]{1,20}$/.test(encoding) ? encoding : 'unknown'}, not gzip`);
  }
  const content = createGunzip();
  // Whoever reads it gets the error. Before and after that nobody listens, and an error without a listener ends the process.
  content.on('error', () => {});
  // `pipe` passes no error on, and the content would never end.
  request.once('error', (error) => content.destroy(error));
  return request.pipe(content);
}

function tooLarge(mostBytes: number): ServiceError {
  const message = `The file is larger than ${mostBytes / 1024 ** 2} MiB. Import it with the command line, which has no limit.`;
  return new ServiceError({ code: 'body_too_large', message });
}

function failed(error: unknown): ServiceError {
  if (Object(error).code === 'ENOSPC') {
    const message = 'The disk of the service has no room for the file.';
    return new ServiceError({ code: 'unavailable', message, cause: error });
  }
  return unreadable('it did not arrive whole and readable', error);
}

function unreadable(reason: string, cause?: unknown): ServiceError {
  const msg = `The file could not be read: ${reason}.`;
  return new ServiceError({
    code: 'invalid',
    message: msg,
    issues: [{ type: 'body_unreadable', loc: ['body'], msg }],
    cause,
  });
}
