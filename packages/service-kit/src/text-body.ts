import type { RequestHandler } from 'express';
import type { BodyBudget } from './body-budget.ts';
import { decodeText } from './decode-text.ts';
import { ServiceError } from './errors.ts';
import { createBytesReader, toReadError } from './read-bytes.ts';
import { RequestValue } from './request-value.ts';

export interface TextBody {
  /** See `decodeText`. */
  text: string;
  /** As sent, for signatures. */
  bytes: Uint8Array;
}

/** The body of a request. Set by createTextBody. */
export const textBody = new RequestValue<TextBody>('body');

/**
 * Reads the body of any content type as text into `textBody`, for signatures and formats other than JSON. Refuses one above
 * the limit as `body_too_large`, one without room in the budget as `unavailable`.
 */
export function createTextBody(options: { limitBytes: number; budget: BodyBudget }): RequestHandler {
  const read = createBytesReader(options);
  return (request, response, next) =>
    read(request, response, (error, bytes) => {
      if (error) return next(toReadError(error, unreadable));
      textBody.set(request, { text: decodeText(bytes).text, bytes });
      next();
    });
}

function unreadable(reason: string): ServiceError {
  return new ServiceError({
    code: 'invalid',
    message: 'The body could not be read.',
    issues: [{ type: 'body_unreadable', loc: ['body'], msg: `The body could not be read: ${reason}.` }],
  });
}
