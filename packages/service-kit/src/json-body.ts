import { setImmediate as nextTurn } from 'node:timers/promises';
import type { RequestHandler } from 'express';
import { type BodyBudget, createBodyBudget } from './body-budget.ts';
import { decodeText } from './decode-text.ts';
import { ServiceError } from './errors.ts';
import { JsonFault } from './json-scanner.ts';
import { findJsonError, type JsonError, locateFault } from './json-text.ts';
import { createOneAtATime } from './one-at-a-time.ts';
import { createBytesReader, toReadError } from './read-bytes.ts';
import { type JsonReading, type JsonShape, readJson, sliceMember } from './read-json.ts';
import { RequestValue } from './request-value.ts';

/** The body of a request. Set by createJsonBody. */
export interface JsonBody {
  /** The parsed body, with only the members that the route reads. */
  value: unknown;
  /** The text of such a member, as it was sent. */
  memberText: (name: string) => string | undefined;
  /** How the bytes differed from plain UTF-8, and from what the request said of them. */
  encoding: { isUtf8: boolean; isMisnamed: boolean };
}

export const jsonBody = new RequestValue<JsonBody>('body');

interface JsonBodyOptions {
  limitBytes: number;
  /** The members that the route reads. For a long body nothing else is built. */
  shape: JsonShape;
  /** The budget of the process; default: a separate one for this reader. */
  budget?: BodyBudget;
  /** An empty body counts as an empty object. */
  mayBeEmpty?: boolean;
}

/** In UTF-16 code units. JSON.parse takes at most a millisecond or two for it, with any content. */
const longestParsedAtOnce = 16 * 1024;

/**
 * Reads the body of any content type as JSON text into `jsonBody`, see `decodeText`. Refuses a body that is not JSON (also an empty
 * one, without `mayBeEmpty`) as `invalid`, with one issue that has the position but no content or schema; one above the limit as `body_too_large`; one
 * without room in the budget as `unavailable`. A long body is parsed in pieces, and only one at a time: other requests wait for one piece
 * at most, however many long ones there are.
 */
export function createJsonBody({
  limitBytes,
  shape,
  budget = createBodyBudget(),
  mayBeEmpty = false,
}: JsonBodyOptions): RequestHandler {
  const read = createBytesReader({ limitBytes, budget });
  const inTurn = createOneAtATime();

  return (request, response, next) =>
    read(request, response, (error, bytes, isMisnamed) => {
      if (error) {
        next(toReadError(error, (reason) => notJson({ offset: 0, line: 1, column: 1, reason })));
        return;
      }
      try {
        const { text: sent, isUtf8 } = decodeText(bytes);
        const text = mayBeEmpty && sent === '' ? '{}' : sent;
        const encoding = { isUtf8, isMisnamed };
        if (text.length > longestParsedAtOnce) {
          inTurn(() => readInPieces(text, shape)).then((body) => {
            jsonBody.set(request, { ...body, encoding });
            next();
          }, next);
          return;
        }
        jsonBody.set(request, { value: parse(text), memberText: (name) => sliceMember(text, name), encoding });
      } catch (refusal) {
        next(refusal);
        return;
      }
      next();
    });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const fault = findJsonError(text);
    throw fault === undefined ? error : notJson(fault);
  }
}

type ReadBody = Omit<JsonBody, 'encoding'>;

async function readInPieces(text: string, shape: JsonShape): Promise<ReadBody> {
  try {
    return toBody(await turnByTurn(readJson(text, shape)));
  } catch (error) {
    throw error instanceof JsonFault ? notJson(locateFault(text, error.fault)) : error;
  }
}

async function turnByTurn<Result>(pieces: Generator<void, Result, void>): Promise<Result> {
  for (;;) {
    const piece = pieces.next();
    if (piece.done) return piece.value;
    await nextTurn();
  }
}

function toBody({ value, memberTexts }: JsonReading): ReadBody {
  return { value, memberText: (name) => memberTexts.get(name) };
}

function notJson({ offset, line, column, reason }: Omit<JsonError, 'reason'> & { reason: string }): ServiceError {
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
