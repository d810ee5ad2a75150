import { type RequestHandler, Router } from 'express';
import { createApiReferenceRoutes } from './api-reference.routes.ts';
import { methodNotAllowed } from './error-handler.ts';
import { notFound, ServiceError } from './errors.ts';
import type { Metrics } from './metrics.ts';
import { judgeMetricsRequest, type MetricsSettings } from './metrics-access.ts';
import { type Readiness, recentReadiness } from './recent-readiness.ts';

export interface OperationsDependencies {
  metrics: Pick<Metrics, 'registry'>;
  metricsAccess: MetricsSettings;
  isReady: () => Promise<Readiness>;
  /** The process is stopping and still serves: health checks fail. */
  isDraining?: (() => boolean) | undefined;
  /** Called at the first request, so that a start does not wait for it. */
  openApiDocument: () => object;
  /** Only for a service with sockets. */
  asyncApiDocument?: (() => object) | undefined;
}

/** Paths for operators and integrators: /health, /health/live, /health/ready, /metrics, /openapi.json, /docs and /docs/asyncapi.json. */
export function createOperationsRoutes(dependencies: OperationsDependencies): Router {
  const { metrics, metricsAccess, isDraining = () => false, openApiDocument, asyncApiDocument } = dependencies;
  const router = Router();
  const isReady = recentReadiness(dependencies.isReady);

  const health: RequestHandler = async (_request, response) => {
    if (isDraining()) {
      response.status(503).set('Cache-Control', 'no-store').json({ status: 'degraded', draining: true });
      return;
    }
    const { ok, degraded = false, sections } = await isReady();
    response.status(ok ? 200 : 503).set('Cache-Control', 'no-store');
    response.json({ ...sections, status: ok && !degraded ? 'ok' : 'degraded' });
  };

  router.get('/health', health);
  router.get('/health/ready', health);
  router.get('/health/live', (_request, response) => {
    response.set('Cache-Control', 'no-store').json({ status: 'ok' });
  });
  router.get('/metrics', async (request, response, next) => {
    const verdict = judgeMetricsRequest(request, metricsAccess);
    if (verdict === 'hidden') return next(notFound());
    if (verdict === 'unauthorized') {
      response.set('WWW-Authenticate', 'Bearer');
      return next(new ServiceError({ code: 'unauthorized', message: 'The token is invalid or missing.' }));
    }
    response.set('Content-Type', metrics.registry.contentType).send(await metrics.registry.metrics());
  });
  router.get('/openapi.json', sendDocument(openApiDocument));
  if (asyncApiDocument !== undefined) {
    router.get('/docs/asyncapi.json', sendDocument(asyncApiDocument));
    router.all('/docs/asyncapi.json', methodNotAllowed(['GET', 'HEAD']));
  }
  router.use(createApiReferenceRoutes());
  router.all(
    ['/health', '/health/ready', '/health/live', '/metrics', '/openapi.json'],
    methodNotAllowed(['GET', 'HEAD']),
  );
  return router;
}

function sendDocument(create: () => object): RequestHandler {
  let document: object | undefined;
  return (_request, response) => {
    document ??= create();
    response.json(document);
  };
}
