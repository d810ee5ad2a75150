export { BackgroundTask } from './background-task.ts';
export { type BodyBudget, createBodyBudget } from './body-budget.ts';
export { callEventsSettings } from './call-events-settings.ts';
export { type EnvironmentResult, parseEnvironment, readEnvironment } from './environment.ts';
export { createErrorHandler, createNotFoundHandler, methodNotAllowed } from './error-handler.ts';
export { notFound, overloaded, ServiceError, type ServiceErrorOptions, toServiceError } from './errors.ts';
export { createExpressServer } from './express-server.ts';
export { normaliseHost } from './host.ts';
export { namesOneHost, requireOneHost } from './host-check.ts';
export { invalidBody } from './invalid-body.ts';
export { createJsonBody, type JsonBody, jsonBody } from './json-body.ts';
export { createLogger, type Logger } from './logger.ts';
export { isConfidential, isLoopbackAddress, isLoopbackHost } from './loopback.ts';
export { createMetrics, type Metrics } from './metrics.ts';
export { createMetricsServer, type MetricsSettings } from './metrics-access.ts';
export { createNaturalBatcher } from './natural-batcher.ts';
export { addressToCount, plainAddress } from './network-address.ts';
export { createOperationsRoutes, type OperationsDependencies } from './operations-routes.ts';
export { isPageOfHost, originOf, pageOrigin, schemeOf } from './origin.ts';
export { createRateLimit, failedKeysPerMinute } from './rate-limit.ts';
export { type JsonShape, objectOf, sliceMember, sliceMembers } from './read-json.ts';
export type { Readiness } from './recent-readiness.ts';
export { createRecommenderSettings } from './recommender-settings.ts';
export { parseRedisAddress, type RedisAddress } from './redis-address.ts';
export { answerInTime } from './redis-answer.ts';
export { createRequestContext, logFields, requestId, requestStartedAt } from './request-context.ts';
export { RequestValue } from './request-value.ts';
export { createSecurityHeaders } from './security-headers.ts';
export { runService } from './service-process.ts';
export { runServiceProgram, type Service, type ServiceOptions } from './service-program.ts';
export {
  databaseUrl,
  isIssuerUrl,
  keyPrefix,
  oidcIssuer,
  onOff,
  port,
  publicUrl,
  redisUrl,
  sessionSecrets,
} from './settings.ts';
export { allowSlowBody } from './slow-bodies.ts';
export { createTextBody, textBody } from './text-body.ts';
export { fetchInTrace, inCurrentTrace, inSpan, startSpan } from './tracing.ts';
export { refuseUnmetConditions } from './unmet-conditions.ts';
export { isUuid } from './uuid.ts';
export { parseOrThrow } from './validation.ts';
