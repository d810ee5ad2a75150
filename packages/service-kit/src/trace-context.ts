import type { IncomingHttpHeaders } from 'node:http';
import { createTraceState, isSpanContextValid, type SpanContext, TraceFlags } from '@opentelemetry/api';

/** Version, trace id, id of the parent span, flags; a version above 00 may add more. https://www.w3.org/TR/trace-context/ */
const form = /^(?!ff)([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
const longest = 512;

/** The trace that a request belongs to, with the `tracestate` of its vendors; null without a valid `traceparent`. */
export function readTraceContext(headers: IncomingHttpHeaders): SpanContext | null {
  const parsed = parseTraceparent(headers.traceparent);
  const state = headers.tracestate;
  // Without a valid `traceparent` a `tracestate` must not be read.
  if (parsed === null || typeof state !== 'string') return parsed;
  // Keeps at most 32 members and 512 characters, without what is not valid.
  const traceState = createTraceState(state);
  return traceState.serialize() === '' ? parsed : { ...parsed, traceState };
}

/** The headers that make another service continue the trace. */
export function traceHeaders(trace: SpanContext): Record<string, string> {
  const state = trace.traceState?.serialize() ?? '';
  return { traceparent: formatTraceparent(trace), ...(state !== '' && { tracestate: state }) };
}

/** null without a valid header, which then counts as absent. */
export function parseTraceparent(header: unknown): SpanContext | null {
  if (typeof header !== 'string' || header.length > longest) return null;
  const [, version, traceId = '', spanId = '', flags = '00', more] = form.exec(header) ?? [];
  if (version === undefined || (version === '00' && more !== undefined)) return null;
  const parsed = { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & TraceFlags.SAMPLED, isRemote: true };
  return isSpanContextValid(parsed) ? parsed : null;
}

export function formatTraceparent({ traceId, spanId, traceFlags }: SpanContext): string {
  return `00-${traceId}-${spanId}-${(traceFlags & TraceFlags.SAMPLED) === 0 ? '00' : '01'}`;
}
