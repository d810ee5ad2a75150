import { STATUS_CODES } from 'node:http';
import type { ErrorRequestHandler } from 'express';

/**
 * Follows routes that send files. Express reports an unmet range or precondition of such a request as an error with its status: a
 * client error, not a failure.
 */
export const refuseUnmetConditions: ErrorRequestHandler = (error: unknown, _request, response, next) => {
  const status = typeof error === 'object' && error !== null && 'statusCode' in error ? error.statusCode : undefined;
  if (status !== 412 && status !== 416) next(error);
  else response.status(status).type('json').json({ detail: STATUS_CODES[status] });
};
