import { isUtf8 } from 'node:buffer';
import type { RequestHandler } from 'express';
import type { BodyBudget } from './body-budget.ts';
import { ServiceError } from './errors.ts';
import { createBytesReader, toReadError } from './read-bytes.ts';
import { RequestValue } from './request-value.ts';

/** The body of a request as it was sent. Set by createTextBody. */
export const textBody = new RequestValue<string>('body');

/**
 * Reads the body of any content type as UTF-8 text into `textBody`, for signatures and formats other than JSON. Refuses one above
 * the limit as `body_too_large`, one without room in the budget as `unavailable`, and one that is not UTF-8 as `invalid`.
 */
export function createTextBody(options: { limitBytes: number; budget: BodyBudget }): RequestHandler {
  const read = createBytesReader(options);
  return (request, response, next) =>
    read(request, response, (error, bytes) => {
      if (error) return next(toReadError(error, unreadable));
      if (!isUtf8(bytes)) return next(unreadable('it is not UTF-8 text'));
      textBody.set(request, bytes.toString('utf8'));
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
