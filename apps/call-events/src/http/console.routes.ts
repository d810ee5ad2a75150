import { join } from 'node:path';
import express, { Router } from 'express';

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
  return router;
}
