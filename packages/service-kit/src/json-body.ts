import { isUtf8 } from 'node:buffer';
import { setImmediate as nextTurn } from 'node:timers/promises';
import express, { type Request, type RequestHandler } from 'express';
import { type BodyBudget, type BodyClaim, createBodyBudget } from './body-budget.ts';
import { ServiceError } from './errors.ts';
import { JsonFault } from './json-scanner.ts';
import { findJsonError, locateFault, positionOf, sliceMember } from './json-text.ts';
import { type JsonReading, type JsonShape, readJson } from './read-json.ts';
import { RequestValue } from './request-value.ts';

/** The body of a request. Set by createJsonBody. */
export interface JsonBody {
  /** With the members that the route reads. */
  value: unknown;
  /** The text of such a member, as it was sent. */
  memberText: (name: string) => string | undefined;
}

export const jsonBody = new RequestValue<JsonBody>('body');

interface JsonBodyOptions {
  limitBytes: number;
  /** The members that the route reads. For a long body nothing else is built. */
  shape: JsonShape;
  /** The budget of the process; default: a separate one for this reader. */
  budget?: BodyBudget;
}

/** In UTF-16 code units. JSON.parse takes at most a millisecond or two for it, with any content. */
const longestParsedAtOnce = 16 * 1024;

/**
 * Reads the body of any content type as JSON text in UTF-8 into `jsonBody`. Refuses a body that is not JSON (also an empty
 * one) as `invalid`, with one issue that has the position but no content or schema; one above the limit as `body_too_large`; one
 * without room in the budget as `unavailable`. A long body is parsed in pieces, so that it does not block other requests.
 */
export function createJsonBody({ limitBytes, shape, budget = createBodyBudget() }: JsonBodyOptions): RequestHandler {
  const readEncoded = express.raw({ type: () => true, inflate: true, limit: limitBytes });

  return (request, response, next) => {
    const claim = budget.open();
    response.once('close', claim.release);
    const take = (error: unknown, bytes: unknown): void => {
      if (error) {
        next(toReadError(error));
        return;
      }
      claim.arrived();
      try {
        const text = decode(Buffer.isBuffer(bytes) ? bytes : Buffer.alloc(0));
        if (text.length > longestParsedAtOnce) {
          readInPieces(text, shape).then((reading) => {
            jsonBody.set(request, { value: reading.value, memberText: (name) => reading.memberTexts.get(name) });
            next();
          }, next);
          return;
        }
        jsonBody.set(request, { value: parse(text), memberText: (name) => sliceMember(text, name) });
      } catch (refusal) {
        next(refusal);
        return;
      }
      next();
    };
    const encoding = request.headers['content-encoding'] ?? 'identity';
    if (encoding === 'identity') readPlain(request, limitBytes, claim, take);
    // The decoded length is not known in advance.
    else if (!claim.grow(limitBytes)) take(overloaded(), undefined);
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

function decode(bytes: Buffer): string {
  if (!isUtf8(bytes)) throw notJson({ ...positionOfBadByte(bytes), reason: 'the text is not valid UTF-8' });
  const text = bytes.toString('utf8');
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const fault = findJsonError(text);
    throw fault === undefined ? error : notJson(fault);
  }
}

async function readInPieces(text: string, shape: JsonShape): Promise<JsonReading> {
  const pieces = readJson(text, shape);
  try {
    for (;;) {
      const piece = pieces.next();
      if (piece.done) return piece.value;
      await nextTurn();
    }
  } catch (error) {
    throw error instanceof JsonFault ? notJson(locateFault(text, error.fault)) : error;
  }
}

/** Large steps first: a megabyte is checked in a few steps, and a bad byte is found in a few more. */
const greatestStep = 64 * 1024;
/** In bytes. */
const longestCharacter = 4;

function positionOfBadByte(bytes: Buffer): { offset: number; line: number; column: number } {
  let at = 0;
  let step = greatestStep;
  while (step >= 1) {
    if (at < bytes.length && isUtf8(bytes.subarray(at, at + step))) {
      at += step;
      // Probably the previous step ended inside a character.
      if (step <= longestCharacter) step = greatestStep;
    } else {
      step = step > longestCharacter ? Math.floor(step / 2) : step - 1;
    }
  }
  const before = bytes.toString('utf8', 0, at);
  return { offset: before.length, ...positionOf(before, before.length) };
}

interface Fault {
  offset: number;
  line: number;
  column: number;
  reason: string;
}

function notJson({ offset, line, column, reason }: Fault): ServiceError {
  return new ServiceError({
    code: 'invalid',
    message: 'The body is not JSON.',
    issues: [
      {
        type: 'json_invalid',
        loc: ['body', offset],
        msg: `The body could not be parsed as JSON: ${reason} at line ${line} column ${column}.`,
      },
    ],
  });
}

function overloaded(): ServiceError {
  return new ServiceError({ code: 'unavailable', message: 'The service is overloaded; retry later.' });
}

/** Errors of body-parser have a `type`, those of the decompression streams a zlib `code`. */
function toReadError(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error;
  const type = typeof error === 'object' && error !== null && 'type' in error ? error.type : undefined;
  if (type === 'entity.too.large') {
    return new ServiceError({ code: 'body_too_large', message: 'The body is too large.', cause: error });
  }
  const reason =
    type === 'encoding.unsupported' ? 'its content encoding is not supported' : 'it did not arrive whole and readable';
  return notJson({ offset: 0, line: 1, column: 1, reason });
}
