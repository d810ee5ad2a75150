import { STATUS_CODES } from 'node:http';
import { join } from 'node:path';
import express, { type ErrorRequestHandler, Router } from 'express';

const contentSecurityPolicy = [
  "default-src 'self'",
  "connect-src 'self' ws: wss:",
  "img-src 'self' data:",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'self'",
].join('; ');

/** The rep's page, built by @callside/console into `directory`. */
export function createConsoleRoutes({ directory }: { directory: string }): Router {
  const router = Router();
  router.use('/assets', express.static(join(directory, 'assets'), { immutable: true, maxAge: '1y', index: false }));
  router.get('/', (_request, response) => {
    response.set({
      'Content-Security-Policy': contentSecurityPolicy,
      'Referrer-Policy': 'no-referrer',
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'no-cache',
    });
    response.sendFile(join(directory, 'index.html'));
  });
  router.use(refuseUnmetConditions);
  return router;
}

/** A range or precondition that a file does not meet comes as an error with its status: the client's fault, not ours. */
const refuseUnmetConditions: ErrorRequestHandler = (error: unknown, _request, response, next) => {
  const status = typeof error === 'object' && error !== null && 'statusCode' in error ? error.statusCode : undefined;
  if (status !== 412 && status !== 416) next(error);
  else response.status(status).type('json').json({ detail: STATUS_CODES[status] });
};
