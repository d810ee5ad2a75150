import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Router } from 'express';
import { contentSecurityPolicy } from 'helmet';
import { methodNotAllowed } from './error-handler.ts';
import { refuseUnmetConditions } from './unmet-conditions.ts';

/** The reference loads nothing from other origins and sends requests only to this service. */
const configuration = {
  url: 'openapi.json',
  // The origin of this page, whichever brand's host it is; the document names PUBLIC_URL.
  servers: [],
  withDefaultFonts: false,
  telemetry: false,
  hideClientButton: true,
  showDeveloperTools: 'never',
};

// Scalar inserts style elements.
const policy = contentSecurityPolicy({
  useDefaults: false,
  directives: {
    defaultSrc: ["'none'"],
    scriptSrc: ["'self'"],
    styleSrc: ["'unsafe-inline'"],
    connectSrc: ["'self'"],
    imgSrc: ["'self'", 'data:'],
    baseUri: ["'none'"],
    formAction: ["'none'"],
    frameAncestors: ["'none'"],
  },
});

const writePage = (scriptVersion: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API reference</title>
<link rel="icon" href="data:,">
</head>
<body>
<noscript>This page needs JavaScript. The same for programs: <a href="openapi.json">openapi.json</a>.</noscript>
<script id="api-reference" data-configuration='${JSON.stringify(configuration)}'></script>
<script src="docs/api-reference.js?v=${scriptVersion}"></script>
</body>
</html>
`;

/** A page of the operations in /openapi.json, with search, examples in several languages and requests to try. */
export function createApiReferenceRoutes(): Router {
  // Strict: the addresses in the page are relative to /docs, and wrong for /docs/.
  const router = Router({ strict: true });
  const script = createRequire(import.meta.url).resolve('@scalar/api-reference/browser/standalone.js');
  // Made at the first request: it reads the whole script.
  let page: string | undefined;
  router.get('/docs', policy, (_request, response) => {
    page ??= writePage(versionOf(script));
    response.type('html').send(page);
  });
  router.get('/docs/api-reference.js', (_request, response) => {
    response.sendFile(script, { maxAge: '1y', immutable: true, dotfiles: 'allow' });
  });
  router.use(refuseUnmetConditions);
  router.all(['/docs', '/docs/api-reference.js'], methodNotAllowed(['GET', 'HEAD']));
  return router;
}

/** In the script's address, so that caches may keep it until there is another one. */
function versionOf(script: string): string {
  return createHash('sha256').update(readFileSync(script)).digest('hex').slice(0, 16);
}
