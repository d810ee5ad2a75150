import {
  createErrorHandler,
  createNotFoundHandler,
  createOperationsRoutes,
  createRequestContext,
  createSecurityHeaders,
  type Logger,
  type Metrics,
  type OperationsDependencies,
  requireOneHost,
} from '@callside/service-kit';
import express, { type Express, type Router } from 'express';
export interface AppDependencies {
  logger: Logger;
  metrics: Metrics;
  metricsAccess: OperationsDependencies['metricsAccess'];
  isReady: OperationsDependencies['isReady'];
  isDraining: OperationsDependencies['isDraining'];
  openApiDocument: OperationsDependencies['openApiDocument'];
  /** Addresses of the proxies whose forwarded headers are trusted. */
  trustProxy: string[];
  recommend: Router;
  purchases: Router;
  models: Router;
  shop: Router;
}

/** The HTTP app: it opens no port and reads no environment. A deployment serves one brand, on any host. */
export function createApp(dependencies: AppDependencies): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('trust proxy', dependencies.trustProxy);
  app.use(createRequestContext(dependencies));
  app.use(createSecurityHeaders());
  app.use(requireOneHost);
  app.use(dependencies.recommend);
  app.use(dependencies.purchases);
  app.use(dependencies.models);
  app.use(dependencies.shop);
  app.use(createOperationsRoutes(dependencies));
  app.use(createNotFoundHandler());
  app.use(createErrorHandler(dependencies));
  return app;
}
