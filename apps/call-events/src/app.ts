import type { ApiKeyExpectation } from '@callside/auth';
import {
  createBodyBudget,
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
import express, { type Express, type RequestHandler } from 'express';
import { createBrandRoutes, type ReadsAndSettings } from './brand.routes.ts';
import { brandOfHost, type FindBrand } from './brands/brand-of-host.ts';
import type { TrustProxy } from './brands/request-host.ts';
import { createAcceptedCounter } from './calls/accepted-events.ts';
import type { CallEventRecorder } from './calls/record-events.ts';
import { createCallEventsRoutes } from './calls/routes.ts';
import { createConsoleRoutes } from './console.routes.ts';
import { createGuideRoutes } from './guide.routes.ts';
import { createIntegrationsRoutes, type IntegrationsDependencies } from './platforms/routes.ts';
import { fileRefusedRequests, type RefusalDependencies } from './records/events/file-refused-requests.ts';
import { shedReads } from './shed-reads.ts';
import type { OwnerPagesDependencies } from './sign-in/guard-owner-pages.ts';
import { createSignInPagesRoutes, type SignInPagesDependencies } from './sign-in/sign-in-pages.routes.ts';

/** Webhooks in progress above which reads are refused: more than a tenth of a second of work. */
const busyIntake = 1_000;

export interface AppDependencies extends ReadsAndSettings, SignInPagesDependencies, OwnerPagesDependencies {
  integrations: Pick<IntegrationsDependencies, 'findIntegration' | 'onBadSignature' | 'schemeOf'>;
  logger: Logger;
  metrics: Metrics;
  metricsAccess: OperationsDependencies['metricsAccess'];
  isReady: OperationsDependencies['isReady'];
  isDraining: OperationsDependencies['isDraining'];
  openApiDocument: OperationsDependencies['openApiDocument'];
  asyncApiDocument: OperationsDependencies['asyncApiDocument'];
  findBrand: FindBrand;
  requireKey: RequestHandler;
  keys: ApiKeyExpectation;
  recorder: CallEventRecorder;
  fileRefused: RefusalDependencies['file'];
  findKeyOf: RefusalDependencies['findKeyOf'];
  /** The proxies whose forwarded headers are trusted. */
  trusts: TrustProxy;
}

/** The HTTP application: opens no port and reads no environment. */
export function createApp(dependencies: AppDependencies): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('trust proxy', dependencies.trusts);
  app.use(createRequestContext(dependencies));
  app.use(createSecurityHeaders());
  app.use(requireOneHost);
  const requireBrand = brandOfHost(dependencies);
  const budget = createBodyBudget();
  const intake = { ...dependencies, requireBrand, budget, countAccepted: createAcceptedCounter(dependencies.metrics) };
  // First, because webhooks are by far the most frequent requests.
  app.use(createCallEventsRoutes(intake));
  app.use(createIntegrationsRoutes({ ...intake, ...dependencies.integrations }));
  app.use(createOperationsRoutes(dependencies));
  app.use(createGuideRoutes());
  app.use(requireBrand);
  app.use(shedReads({ isIntakeBusy: () => budget.inFlight > busyIntake }));
  app.use(createSignInPagesRoutes(dependencies));
  app.use(createBrandRoutes(dependencies));
  app.use(createConsoleRoutes(dependencies));
  app.use(createNotFoundHandler());
  const { fileRefused: file, findKeyOf } = dependencies;
  app.use(fileRefusedRequests({ file, findKeyOf, now: () => new Date() }));
  app.use(createErrorHandler(dependencies));
  return app;
}
