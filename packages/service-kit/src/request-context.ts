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
 * The first middleware of an app. Gives the request an id (`res.locals.requestId`, header `X-Request-Id`) and a place
 * for log fields (`res.locals.logFields`); when the response is over it logs one line and observes its duration.
 * Routes are known by the path they were declared with, so declare them whole, in routers mounted at the root.
 */
export function createRequestContext({ logger, metrics }: RequestContextDependencies): RequestHandler {
  const observe = createDurationObserver(metrics);

  return (request, response, next) => {
    const startedAt = performance.now();
    const requestId = toRequestId(request.headers['x-request-id']);
    response.locals.requestId = requestId;
    response.locals.logFields = {};
    response.setHeader('X-Request-Id', requestId);

    // 'close' comes once after 'finish', and also when the client left before the end.
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

/** Never the path itself: anyone can invent paths, and each would become a series of the histogram. */
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

/** Looking a series up by its labels costs more than observing it. */
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
