import { isUtf8 } from 'node:buffer';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { RequestHandler } from 'express';
import { type BodyBudget, createBodyBudget } from './body-budget.ts';
import { ServiceError } from './errors.ts';
import { JsonFault } from './json-scanner.ts';
import { findJsonError, type JsonError, locateFault, positionOf, sliceMember } from './json-text.ts';
import { createBytesReader, toReadError } from './read-bytes.ts';
import { type JsonReading, type JsonShape, readJson } from './read-json.ts';
import { RequestValue } from './request-value.ts';

/** The body of a request. Set by createJsonBody. */
export interface JsonBody {
  /** The parsed body, with only the members that the route reads. */
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
  const read = createBytesReader({ limitBytes, budget });

  return (request, response, next) =>
    read(request, response, (error, bytes) => {
      if (error) {
        next(toReadError(error, (reason) => notJson({ offset: 0, line: 1, column: 1, reason })));
        return;
      }
      if (!isUtf8(bytes)) {
        readDamaged(bytes, shape).then((body) => {
          jsonBody.set(request, body);
          next();
        }, next);
        return;
      }
      try {
        const text = decode(bytes);
        if (text.length > longestParsedAtOnce) {
          readInPieces(text, shape).then((body) => {
            jsonBody.set(request, body);
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
    });
}

function decode(bytes: Buffer): string {
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

async function readInPieces(text: string, shape: JsonShape): Promise<JsonBody> {
  try {
    return toBody(await turnByTurn(readJson(text, shape)));
  } catch (error) {
    throw error instanceof JsonFault ? notJson(locateFault(text, error.fault)) : error;
  }
}

/**
 * Reads a body with bytes that are not UTF-8. They do not matter in members that the route does not read. In Latin-1 each byte is a
 * character, so the members can be cut apart.
 */
async function readDamaged(bytes: Buffer, shape: JsonShape): Promise<JsonBody> {
  const hasMark = bytes.subarray(0, byteOrderMark.length).equals(byteOrderMark);
  const text = bytes.toString('latin1', hasMark ? byteOrderMark.length : 0);
  const reading = await turnByTurn(readJson(text, shape)).catch((error: unknown) => {
    if (!(error instanceof JsonFault)) throw error;
  });
  const members = [...(reading?.memberTexts ?? [])].map(
    ([name, member]) => [name, Buffer.from(member, 'latin1')] as const,
  );
  const isReadable = typeof reading?.value === 'object' && !Array.isArray(reading.value);
  if (!isReadable || !members.every(([, member]) => isUtf8(member))) {
    throw notJson({ ...placeOfBadByte(bytes), reason: 'the text is not valid UTF-8' });
  }
  const read = members.map(([name, member]) => `${JSON.stringify(name)}:${member.toString('utf8')}`);
  return readInPieces(`{${read.join(',')}}`, shape);
}

const byteOrderMark = Buffer.from('\ufeff');

async function turnByTurn<Result>(pieces: Generator<void, Result, void>): Promise<Result> {
  for (;;) {
    const piece = pieces.next();
    if (piece.done) return piece.value;
    await nextTurn();
  }
}

function toBody({ value, memberTexts }: JsonReading): JsonBody {
  return { value, memberText: (name) => memberTexts.get(name) };
}

/** Large steps first: a megabyte is checked in a few steps, and a bad byte is found in a few more. */
const greatestStep = 64 * 1024;
/** In bytes. */
const longestCharacter = 4;

type Place = Omit<JsonError, 'reason'>;

function placeOfBadByte(bytes: Buffer): Place {
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

function notJson({ offset, line, column, reason }: Place & { reason: string }): ServiceError {
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
