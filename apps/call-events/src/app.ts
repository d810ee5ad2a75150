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
import express, { type ErrorRequestHandler, type Express, type RequestHandler, type Router } from 'express';
import type { TrustProxy } from './brands/index.ts';
import { type ConsoleDependencies, createConsoleRoutes } from './console.routes.ts';
import { createGuideRoutes } from './guide.routes.ts';
import { shedReads } from './shed-reads.ts';

export interface AppDependencies extends OperationsDependencies {
  logger: Logger;
  metrics: Metrics;
  /** The proxies whose forwarded headers are trusted. */
  trusts: TrustProxy;
  requireBrand: RequestHandler;
  /** Of diallers and platforms. */
  webhooks: Router[];
  isIntakeBusy: () => boolean;
  signInPages: Router;
  /** Below `/{brand}`: the reads and settings of signed-in users. */
  brandRoutes: Router[];
  console: ConsoleDependencies;
  fileRefused: ErrorRequestHandler;
}

/** The HTTP application: opens no port and reads no environment. */
export function createApp(dependencies: AppDependencies): Express {
  const { trusts, requireBrand, webhooks, isIntakeBusy, signInPages, brandRoutes, fileRefused } = dependencies;
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('trust proxy', trusts);
  app.use(createRequestContext(dependencies));
  app.use(createSecurityHeaders());
  app.use(requireOneHost);
  // First, because webhooks are by far the most frequent requests.
  for (const routes of webhooks) app.use(routes);
  app.use(createOperationsRoutes(dependencies));
  app.use(createGuideRoutes());
  app.use(requireBrand);
  app.use(shedReads({ isIntakeBusy }));
  app.use(signInPages);
  for (const routes of brandRoutes) app.use(routes);
  app.use(createConsoleRoutes(dependencies.console));
  app.use(createNotFoundHandler());
  app.use(fileRefused);
  app.use(createErrorHandler(dependencies));
  return app;
}
