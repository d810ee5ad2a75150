import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { BrandOfHost } from '@callside/schemas';
import { refuseUnmetConditions } from '@callside/service-kit';
import express, { Router } from 'express';
import { requestBrand } from './brand-of-host.ts';

const contentSecurityPolicy = [
  "default-src 'self'",
  "connect-src 'self' ws: wss:",
  "img-src 'self' data:",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'self'",
].join('; ');

/** All pages are the same document; it selects the page by the address. */
const pages = ['/', '/settings/api-keys'];

/** The built pages of @callside/console. */
const directory = join(dirname(createRequire(import.meta.url).resolve('@callside/console/package.json')), 'dist');

/** The pages of reps and owners. After brandOfHost. */
export function createConsoleRoutes(): Router {
  const router = Router();
  router.use('/assets', express.static(join(directory, 'assets'), { immutable: true, maxAge: '1y', index: false }));
  router.get(pages, (_request, response) => {
    response.set({
      'Content-Security-Policy': contentSecurityPolicy,
      'Referrer-Policy': 'no-referrer',
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'no-cache',
    });
    response.sendFile(join(directory, 'index.html'));
  });
  // The paths of reads and settings begin with the brand; a page has only its host.
  router.get('/console/brand', (request, response) => {
    response.json({ slug: requestBrand.of(request).slug } satisfies BrandOfHost);
  });
  router.use(refuseUnmetConditions);
  return router;
}
