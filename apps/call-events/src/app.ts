import {
  createErrorHandler,
  createNotFoundHandler,
  createOperationsRoutes,
  createRequestContext,
  type Logger,
  type Metrics,
  type OperationsDependencies,
} from '@callside/service-kit';
import express, { type Express, type RequestHandler } from 'express';
import { createBrandRoutes, type ReadsAndSettings } from './http/brand.routes.ts';
import { brandOfHost, type FindBrand } from './http/brand-of-host.ts';
import { createCallEventsRoutes } from './http/call-events.routes.ts';
import { createConsoleRoutes } from './http/console.routes.ts';
import type { createRecordCallEvent } from './use-cases/record-call-event.ts';

export interface AppDependencies extends ReadsAndSettings {
  logger: Logger;
  metrics: Metrics;
  isReady: OperationsDependencies['isReady'];
  openApiDocument: object;
  findBrand: FindBrand;
  requireKey: RequestHandler;
  recordCallEvent: ReturnType<typeof createRecordCallEvent>;
  consoleDirectory: string;
  /** Addresses of the proxies whose forwarded headers count. */
  trustProxy: string[];
}

/** The HTTP side of the service: no port, no environment. */
export function createApp(dependencies: AppDependencies): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('trust proxy', dependencies.trustProxy);
  app.use(createRequestContext(dependencies));
  const requireBrand = brandOfHost(dependencies);
  // First, because it is what the service does thousands of times a second.
  app.use(createCallEventsRoutes({ ...dependencies, requireBrand }));
  app.use(createOperationsRoutes(dependencies));
  app.use(requireBrand);
  app.use(createBrandRoutes(dependencies));
  app.use(createConsoleRoutes({ directory: dependencies.consoleDirectory }));
  app.use(createNotFoundHandler());
  app.use(createErrorHandler(dependencies));
  return app;
}
