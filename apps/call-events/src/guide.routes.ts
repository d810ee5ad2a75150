import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { methodNotAllowed, notFound, refuseUnmetConditions } from '@callside/service-kit';
import { Router } from 'express';
import staticFiles from 'express-static-gzip';
import { requireDecodablePath } from './decodable-path.ts';

/** Scripts and styles are files of this origin. The colours of code blocks are style attributes, which no script can set by a string. */
const contentSecurityPolicy = [
  "default-src 'self'",
  "style-src-attr 'unsafe-inline'",
  "img-src 'self' data:",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/** The built pages of @callside/guide. */
const directory = join(dirname(createRequire(import.meta.url).resolve('@callside/guide/package.json')), 'dist');

/** The documentation. The same on every host, so that it can be read before there is a brand. */
export function createGuideRoutes(): Router {
  const router = Router();
  router.use('/docs/guide', requireDecodablePath, (_request, response, next) => {
    response.set({ 'Content-Security-Policy': contentSecurityPolicy, 'Referrer-Policy': 'no-referrer' });
    next();
  });
  router.use(
    '/docs/guide/assets',
    // The build has compressed them, and their names change with their content.
    staticFiles(join(directory, 'assets'), {
      enableBrotli: true,
      orderPreference: ['br'],
      index: false,
      serveStatic: { immutable: true, maxAge: '1y' },
    }),
  );
  router.use('/docs/guide', staticFiles(directory, { serveStatic: { cacheControl: false } }));
  router.get('/docs/guide{/*path}', (_request, _response, next) => {
    next(notFound());
  });
  router.use(refuseUnmetConditions);
  router.all('/docs/guide{/*path}', methodNotAllowed(['GET', 'HEAD']));
  return router;
}
