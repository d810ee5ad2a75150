import type { ErrorRequestHandler, RequestHandler, Response } from 'express';
import { notFound, ServiceError, toServiceError } from './errors.ts';
import type { Logger } from './logger.ts';
import { requestId, traceId } from './request-context.ts';

/**
 * The last middleware of an app. Answers every error in the shape `{detail}` and logs the details that the client must not get.
 * 422 carries the list of issues, each 5xx its `request_id`.
 */
export function createErrorHandler({ logger }: { logger: Logger }): ErrorRequestHandler {
  return (error: unknown, request, response, _next) => {
    const serviceError = isUndecodablePath(error) ? notFound() : toServiceError(error);
    const id = requestId.find(request);
    if (serviceError.status >= 500) {
      logger.error(
        {
          err: serviceError.cause ?? serviceError,
          request_id: id,
          trace_id: traceId.find(request),
          code: serviceError.code,
        },
        'request failed',
      );
    }
    if (response.headersSent) {
      // The response has already started, so the connection is ended and the client sees an incomplete response. Express would
      // also end it, but would print the stack on standard error.
      response.destroy();
      return;
    }
    setHeaders(response, serviceError);
    response.status(serviceError.status).json(toBody(serviceError, id));
  };
}

/** Answers 404 when no route matches. */
export function createNotFoundHandler(): RequestHandler {
  return (_request, _response, next) => next(notFound());
}

/** For `router.all(path, …)` after the supported methods of a path: 405 with `Allow`. */
export function methodNotAllowed(allow: string | readonly string[]): RequestHandler {
  return (_request, _response, next) =>
    next(new ServiceError({ code: 'method_not_allowed', message: 'Method Not Allowed', allow }));
}

/** A path with an invalid percent-escape does not exist; Express reports it as an error of status 400. */
function isUndecodablePath(error: unknown): boolean {
  return error instanceof URIError;
}

function setHeaders(response: Response, error: ServiceError): void {
  if (error.allow !== undefined) response.setHeader('Allow', error.allow);
  if (error.retryAfterSeconds !== undefined) response.setHeader('Retry-After', String(error.retryAfterSeconds));
}

function toBody(error: ServiceError, id: string | undefined): object {
  if (error.code === 'invalid') return { detail: error.issues };
  if (error.status >= 500) return { detail: error.message, request_id: id };
  return { detail: error.message };
}
