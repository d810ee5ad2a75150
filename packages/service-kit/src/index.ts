export { renderApiReference } from './api-reference-page.ts';
export { BackgroundTask, type BackgroundTaskOptions } from './background-task.ts';
export { type EnvironmentResult, parseEnvironment, readEnvironment } from './environment.ts';
export { createErrorHandler, createNotFoundHandler, methodNotAllowed } from './error-handler.ts';
export { ServiceError, type ServiceErrorCode, type ServiceErrorOptions, toServiceError } from './errors.ts';
export { createExpressServer } from './express-server.ts';
export { normaliseHost } from './host.ts';
export { createJsonBody } from './json-body.ts';
export { findJsonError, type JsonError, type JsonErrorReason, sliceMember } from './json-text.ts';
export type { LogFields } from './locals.ts';
export { createLogger, type Logger, type LoggerOptions } from './logger.ts';
export { createMetrics, type Metrics } from './metrics.ts';
export { createNaturalBatcher, type NaturalBatcherOptions } from './natural-batcher.ts';
export { createOperationsRoutes, type OperationsDependencies, type Readiness } from './operations-routes.ts';
export { createRequestContext } from './request-context.ts';
export { runService, type ServiceProcessOptions } from './service-process.ts';
export {
  bind,
  databaseUrl,
  keyPrefix,
  logLevel,
  port,
  publicUrl,
  redisUrl,
  seconds,
  sessionSecret,
  trustProxy,
} from './settings.ts';
export { parseOrThrow, toIssues } from './validation.ts';
