import { type RequestHandler, Router } from 'express';
import { renderApiReference } from './api-reference-page.ts';
import { methodNotAllowed } from './error-handler.ts';
import type { Metrics } from './metrics.ts';

export interface Readiness {
  /** false: the service cannot serve. */
  ok: boolean;
  /** It serves, but not as it should. */
  degraded?: boolean;
  /** Further members of the answer, such as `database`. */
  sections: object;
}

export interface OperationsDependencies {
  metrics: Pick<Metrics, 'registry'>;
  isReady: () => Promise<Readiness>;
  openApiDocument: object;
}

/** What operators and integrators read: /health, /health/live, /health/ready, /metrics, /openapi.json and /docs. */
export function createOperationsRoutes({ metrics, isReady, openApiDocument }: OperationsDependencies): Router {
  const router = Router();
  const page = renderApiReference(openApiDocument);

  const health: RequestHandler = async (_request, response) => {
    const { ok, degraded = false, sections } = await isReady().catch((): Readiness => ({ ok: false, sections: {} }));
    response.status(ok ? 200 : 503).set('Cache-Control', 'no-store');
    response.json({ ...sections, status: ok && !degraded ? 'ok' : 'degraded' });
  };

  router.get('/health', health);
  router.get('/health/ready', health);
  router.get('/health/live', (_request, response) => {
    response.set('Cache-Control', 'no-store').json({ status: 'ok' });
  });
  router.get('/metrics', async (_request, response) => {
    response.set('Content-Type', metrics.registry.contentType).send(await metrics.registry.metrics());
  });
  router.get('/openapi.json', (_request, response) => {
    response.json(openApiDocument);
  });
  router.get('/docs', (_request, response) => {
    response.set(
      'Content-Security-Policy',
      "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'",
    );
    response.set('X-Content-Type-Options', 'nosniff').type('html').send(page);
  });
  router.all(
    ['/health', '/health/ready', '/health/live', '/metrics', '/openapi.json', '/docs'],
    methodNotAllowed(['GET', 'HEAD']),
  );
  return router;
}
