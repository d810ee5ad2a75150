import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { BrandOfHost } from '@callside/schemas';
import { refuseUnmetConditions } from '@callside/service-kit';
import { type Request, type Response, Router } from 'express';
import staticFiles from 'express-static-gzip';
import { requestBrand } from './brands/index.ts';
import { requireDecodablePath } from './decodable-path.ts';
import type { GuardPages } from './sign-in/index.ts';

/**
 * React Aria adds two style elements: they carry the nonce. Nothing else is inline, and nothing is loaded from elsewhere, except the
 * pictures of the brand's products.
 */
const contentSecurityPolicy = (nonce: string, frameAncestors: string) =>
  [
    "default-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    // With the WebSocket of this host.
    "connect-src 'self'",
    "img-src 'self' data: https:",
    `frame-ancestors ${frameAncestors}`,
    "base-uri 'none'",
    "form-action 'self'",
  ].join('; ');

const ownerPages = [
  '/events',
  '/recommender',
  '/recommender/import',
  '/recommender/preview',
  '/settings/api-keys',
  '/settings/people',
  '/settings/agents',
  '/settings/integrations',
  '/settings/endpoints',
  '/settings/customers',
  '/settings/brand',
  '/settings/words',
];
const leadPages = ['/results', '/team'];
const auditPages = ['/settings/audit', '/evidence', '/evidence/:reference'];
/** All pages are the same document; it selects the page by the address. `/signed-in` closes the window of a sign-in. */
const pages = ['/', '/signed-in', ...ownerPages, ...leadPages, ...auditPages];

const firstSettingsPage = '/settings/api-keys';

/** The rep desk alone, for a frame in a page of another system. */
const embeddedPage = '/embed';

/** The built pages of @callside/console. */
const directory = join(dirname(createRequire(import.meta.url).resolve('@callside/console/package.json')), 'dist');

export interface ConsoleDependencies {
  guardPages: GuardPages;
  /** Whether the brand has an identity provider. */
  hasProvider: (brandId: string) => Promise<boolean>;
}

/** The pages of the console. After brandOfHost. */
export function createConsoleRoutes({ guardPages, hasProvider }: ConsoleDependencies): Router {
  const router = Router();
  let document: string | undefined;
  router.use(
    '/assets',
    requireDecodablePath,
    // The build has compressed them, as small as possible.
    staticFiles(join(directory, 'assets'), {
      enableBrotli: true,
      orderPreference: ['br'],
      index: false,
      serveStatic: { immutable: true, maxAge: '1y' },
    }),
  );
  router.get(ownerPages, guardPages(['owner']));
  router.get(leadPages, guardPages(['lead', 'owner']));
  router.get(auditPages, guardPages(['auditor', 'owner']));
  router.get('/settings', (_request, response) => response.redirect(firstSettingsPage));
  const sendDocument = async (request: Request, response: Response) => {
    const nonce = randomBytes(16).toString('base64');
    const { frameOrigins } = requestBrand.of(request);
    const isEmbeddable = request.path === embeddedPage && frameOrigins.length > 0;
    // Cannot name origins; browsers that know frame-ancestors ignore it.
    if (isEmbeddable) response.removeHeader('X-Frame-Options');
    response.set({
      'Content-Security-Policy': contentSecurityPolicy(nonce, isEmbeddable ? frameOrigins.join(' ') : "'none'"),
      'Referrer-Policy': 'no-referrer',
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'no-store',
    });
    document ??= await readFile(join(directory, 'index.html'), 'utf8');
    response.type('html').send(document.replaceAll('__CSP_NONCE__', nonce));
  };
  router.get([...pages, embeddedPage], sendDocument);
  // The paths of reads and settings begin with the brand; a page has only its host.
  router.get('/console/brand', async (request, response) => {
    const { id, slug, name, frameOrigins } = requestBrand.of(request);
    const signIn = (await hasProvider(id)) ? 'provider' : 'token';
    response.json({ slug, name, sign_in: signIn, frame_origins: [...frameOrigins] } satisfies BrandOfHost);
  });
  // A browser gets the console's own page for an unknown address; programs get JSON.
  router.get('/*path', (request, response, next) => {
    if (request.accepts(['json', 'html']) !== 'html') return next();
    response.status(404);
    return sendDocument(request, response);
  });
  router.use(refuseUnmetConditions);
  return router;
}
