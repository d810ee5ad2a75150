import { randomUUID } from 'node:crypto';
import type { Request, RequestHandler, Response } from 'express';
import './locals.ts';
import type { Logger } from './logger.ts';
import type { Metrics } from './metrics.ts';

const acceptedRequestId = /^[A-Za-z0-9._-]{1,64}$/;

interface RequestContextDependencies {
  logger: Logger;
  metrics: Pick<Metrics, 'httpRequestDuration'>;
}

/**
 * The first middleware of an app. Sets the id of the request (`res.locals.requestId`, header `X-Request-Id`) and the object for
 * log fields (`res.locals.logFields`). After the response it logs one line and observes the duration. Routes are identified by
 * their declared path, so declare the complete path, in routers mounted at the root.
 */
export function createRequestContext({ logger, metrics }: RequestContextDependencies): RequestHandler {
  const observe = createDurationObserver(metrics);

  return (request, response, next) => {
    const startedAt = performance.now();
    const requestId = toRequestId(request.headers['x-request-id']);
    response.locals.requestId = requestId;
    response.locals.logFields = {};
    response.setHeader('X-Request-Id', requestId);

    // 'close' comes once after 'finish', and also when the client disconnected earlier.
    response.once('close', () => {
      const durationMs = performance.now() - startedAt;
      const route = routePattern(request);
      observe(request.method, route, response.statusCode, durationMs / 1000);
      logger.info(summary(request, response, route, durationMs), 'request');
    });
    next();
  };
}

function toRequestId(header: string | string[] | undefined): string {
  return typeof header === 'string' && acceptedRequestId.test(header) ? header : randomUUID();
}

/** Never the path itself: clients can send any path, and each would become a series of the histogram. */
function routePattern(request: Request): string {
  const path: unknown = request.route?.path;
  return path === undefined ? 'unmatched' : String(path);
}

function summary(request: Request, response: Response, route: string, durationMs: number): object {
  const fields = {
    method: request.method,
    route,
    status: response.statusCode,
    duration_ms: Math.round(durationMs * 100) / 100,
    request_id: response.locals.requestId,
    ...response.locals.logFields,
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
