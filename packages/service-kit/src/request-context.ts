import { sortableId } from '@callside/schemas';
import type { Request, RequestHandler, Response } from 'express';
import type { Logger } from './logger.ts';
import type { Metrics } from './metrics.ts';
import { RequestValue } from './request-value.ts';
import { traceRequest } from './tracing.ts';

/** Fields that a route adds to the log line of its request: ids and outcomes, never bodies, keys or numbers. */
export type LogFields = Record<string, unknown>;

/** All are set by createRequestContext. */
export const requestId = new RequestValue<string>('id');
export const logFields = new RequestValue<LogFields>('log fields');
/** When the header of the request had arrived, on the clock of `performance.now()`. */
export const requestStartedAt = new RequestValue<number>('start');
/** Set for a request that belongs to a trace. */
export const traceId = new RequestValue<string>('trace id');

/** Not an API key, which a sender may have put into the wrong header: the id is logged, stored and shown. */
const acceptedRequestId = /^(?!.*_live_[0-9a-f]{16})[A-Za-z0-9._-]{1,64}$/;

interface RequestContextDependencies {
  logger: Logger;
  metrics: Pick<Metrics, 'httpRequestDuration'>;
}

/**
 * The first middleware of an app. Sets the id of the request (`requestId`, header `X-Request-Id`) and its log fields. After the response
 * it logs one line and observes the duration. Routes are identified by their declared path, so declare the complete path, in routers
 * mounted at the root.
 */
export function createRequestContext({ logger, metrics }: RequestContextDependencies): RequestHandler {
  const observe = createDurationObserver(metrics);

  return (request, response, next) => {
    const startedAt = performance.now();
    requestStartedAt.set(request, startedAt);
    const id = toRequestId(request.headers['x-request-id']);
    requestId.set(request, id);
    logFields.set(request, {});
    response.setHeader('X-Request-Id', id);
    const requestTrace = traceRequest(request, response);
    if (requestTrace.traceId !== null) traceId.set(request, requestTrace.traceId);

    // 'close' comes once after 'finish', and also when the client disconnected earlier.
    response.once('close', () => {
      const durationMs = performance.now() - startedAt;
      const route = routePattern(request);
      observe(request.method, route, response.statusCode, durationMs / 1000);
      requestTrace.end({ method: request.method, route, status: response.statusCode });
      logger[levelOf(route, response.statusCode)](summary(request, response, route, durationMs), 'request');
    });
    requestTrace.run(next);
  };
}

function toRequestId(header: string | string[] | undefined): string {
  return typeof header === 'string' && acceptedRequestId.test(header) ? header : sortableId(Date.now());
}

/** Never the path itself: clients can send any path, and each would become a series of the histogram. */
function routePattern(request: Request): string {
  const path: unknown = request.route?.path;
  return path === undefined ? 'unmatched' : String(path);
}

/** Each process of a proxy or orchestrator checks the health every second: at level info, these lines would hide all others. */
function levelOf(route: string, status: number): 'debug' | 'info' {
  return status < 400 && /^\/health(\/|$)/.test(route) ? 'debug' : 'info';
}

function summary(request: Request, response: Response, route: string, durationMs: number): object {
  const fields = {
    method: request.method,
    route,
    status: response.statusCode,
    duration_ms: Math.round(durationMs * 100) / 100,
    request_id: requestId.of(request),
    trace_id: traceId.find(request),
    ...logFields.of(request),
  };
  return response.writableFinished ? fields : { ...fields, aborted: true };
}

/** Cached, because a lookup of a series by its labels costs more than its observation. */
function createDurationObserver({ httpRequestDuration }: Pick<Metrics, 'httpRequestDuration'>) {
  const series = new Map<string, { observe: (seconds: number) => void }>();
  return (method: string, route: string, status: number, seconds: number): void => {
    const name = `${method} ${status} ${route}`;
    let one = series.get(name);
    if (one === undefined) {
      one = httpRequestDuration.labels({ method, route, status: String(status) });
      series.set(name, one);
    }
    one.observe(seconds);
  };
}
