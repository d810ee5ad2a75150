import express, { type Request, type Response } from 'express';
import type { BodyBudget, BodyClaim } from './body-budget.ts';
import { overloaded, ServiceError } from './errors.ts';

interface BytesReaderOptions {
  limitBytes: number;
  budget: BodyBudget;
}

type Take = (error: unknown, bytes: Buffer) => void;

const noBytes = Buffer.alloc(0);

/** Reads the bytes of a body of any content type, decompressed, within the budget. `toReadError` explains the error. */
export function createBytesReader({ limitBytes, budget }: BytesReaderOptions) {
  const readEncoded = express.raw({ type: () => true, inflate: true, limit: limitBytes });

  return (request: Request, response: Response, taken: Take): void => {
    const claim = budget.open();
    response.once('close', claim.release);
    const take = (error: unknown, bytes: unknown = noBytes): void => {
      if (!error) claim.arrived();
      taken(error, Buffer.isBuffer(bytes) ? bytes : noBytes);
    };
    const encoding = request.headers['content-encoding'] ?? 'identity';
    if (encoding === 'identity') readPlain(request, limitBytes, claim, take);
    // The decoded length is not known in advance.
    else if (!claim.grow(limitBytes)) take(overloaded());
    else readEncoded(request, response, (error?: unknown) => take(error, request.body));
  };
}

/** Collects a body that needs no decoding. body-parser can do it too, but takes 35 of the 180 µs of a small request. */
function readPlain(
  request: Request,
  limitBytes: number,
  claim: BodyClaim,
  take: (error: unknown, bytes?: Buffer) => void,
): void {
  const chunks: Buffer[] = [];
  let length = 0;

  function onData(chunk: Buffer): void {
    length += chunk.length;
    chunks.push(chunk);
    if (length > limitBytes) finish({ type: 'entity.too.large' });
    else if (!claim.grow(chunk.length)) finish(overloaded());
  }
  function onEnd(): void {
    finish(null);
  }
  function finish(error: unknown): void {
    request.off('data', onData).off('end', onEnd).off('error', finish);
    if (error === null) {
      const [first] = chunks;
      take(null, chunks.length === 1 && first ? first : Buffer.concat(chunks, length));
      return;
    }
    chunks.length = 0;
    // The rest is read and dropped, so that the client can read the answer.
    request.on('error', () => {}).resume();
    take(error);
  }
  request.on('data', onData).on('end', onEnd).on('error', finish);
}

/**
 * `unreadable` makes the error of a body that arrived broken. Errors of body-parser have a `type`, those of the decompression
 * streams a zlib `code`.
 */
export function toReadError(error: unknown, unreadable: (reason: string) => ServiceError): ServiceError {
  if (error instanceof ServiceError) return error;
  const type = typeof error === 'object' && error !== null && 'type' in error ? error.type : undefined;
  if (type === 'entity.too.large') {
    return new ServiceError({ code: 'body_too_large', message: 'The body is too large.', cause: error });
  }
  return unreadable(
    type === 'encoding.unsupported' ? 'its content encoding is not supported' : 'it did not arrive whole and readable',
  );
}
