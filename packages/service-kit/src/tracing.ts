import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  type Context,
  context,
  isSpanContextValid,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { ServiceError } from './errors.ts';
import { formatTraceparent, readTraceContext, traceHeaders } from './trace-context.ts';

/**
 * Without trace-export.ts, which registers the SDK, every span of @opentelemetry/api does nothing. Read for each span: the SDK
 * registers later, with its own copy of the API beside the one of the bundle.
 */
const tracer = () => trace.getTracer('callside');

/** Read by machines every few seconds. */
const probes = /^\/(health|metrics)\b/;

export interface RequestTrace {
  /** null: the request belongs to no trace. */
  traceId: string | null;
  /** Runs what handles the request; the spans that it starts are parts of the request's span. */
  run: (handle: () => void) => void;
  end: (summary: { method: string; route: string; status: number }) => void;
}

/**
 * Starts the span of a request, in the trace that its `traceparent` and `tracestate` name. The response names it in `traceparent` and, as in the
 * W3C draft for responses, in `traceresponse`: without an SDK the context that was sent.
 */
export function traceRequest(request: IncomingMessage, response: ServerResponse): RequestTrace {
  const sent = readTraceContext(request.headers);
  const parent: Context = sent === null ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, sent);
  if (probes.test(request.url ?? ''))
    return { traceId: sent?.traceId ?? null, run: (handle) => handle(), end: () => {} };
  const span = tracer().startSpan('request', { kind: SpanKind.SERVER }, parent);
  const own = span.spanContext();
  const isTraced = isSpanContextValid(own);
  if (isTraced) {
    const header = formatTraceparent(own);
    response.setHeader('traceparent', header);
    response.setHeader('traceresponse', header);
  }
  const active = trace.setSpan(parent, span);
  // The events of a body come from the socket, outside the context of the request.
  context.bind(active, request);
  return {
    traceId: isTraced ? own.traceId : null,
    run: (handle) => context.with(active, handle),
    end: ({ method, route, status }) => {
      span.updateName(`${method} ${route}`);
      span.setAttributes({
        'http.request.method': method,
        'http.route': route,
        'http.response.status_code': status,
      });
      if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    },
  };
}

/** Starts a part of the current trace. The returned function ends it, with the error if it failed. */
export function startSpan(name: string): (error?: unknown) => void {
  const span = tracer().startSpan(name);
  return (error) => endSpan(span, error);
}

/** Runs work as a part of the current trace, at another service if the kind is `client`. */
export function inSpan<Result>(
  name: string,
  kind: 'internal' | 'client',
  work: () => Promise<Result>,
): Promise<Result> {
  const options = { kind: kind === 'client' ? SpanKind.CLIENT : SpanKind.INTERNAL };
  return tracer().startActiveSpan(name, options, async (span) => {
    try {
      const result = await work();
      endSpan(span);
      return result;
    } catch (error) {
      endSpan(span, error);
      throw error;
    }
  });
}

/** For work that another request may start: it runs in the trace of the caller. */
export function inCurrentTrace<Result>(work: () => Result): () => Result {
  return context.bind(context.active(), work);
}

/** fetch with the `traceparent` and `tracestate` of the current trace. */
export const fetchInTrace: typeof globalThis.fetch = (resource, init) => {
  const current = trace.getSpanContext(context.active());
  if (current === undefined || !isSpanContextValid(current)) return globalThis.fetch(resource, init);
  const headers = new Headers(init?.headers);
  // A `tracestate` of the caller belongs to another `traceparent`.
  headers.delete('tracestate');
  for (const [name, value] of Object.entries(traceHeaders(current))) headers.set(name, value);
  return globalThis.fetch(resource, { ...init, headers });
};

/** Only the kind of an error: its message may contain what a customer sent. */
function endSpan(span: Span, error?: unknown): void {
  if (error !== undefined) {
    span.setStatus({ code: SpanStatusCode.ERROR });
    span.setAttribute('error.type', error instanceof ServiceError ? error.code : nameOf(error));
  }
  span.end();
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : typeof error;
}
