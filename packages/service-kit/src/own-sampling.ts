import { type Context, ROOT_CONTEXT, type SpanContext, TraceFlags, trace } from '@opentelemetry/api';
import type { BasicTracerProvider, Sampler, SamplingDecision } from '@opentelemetry/sdk-trace-node';

/** The part of the SDK that is used here. The SDK is loaded only when it is needed. */
interface Sdk {
  BasicTracerProvider: typeof BasicTracerProvider;
  SamplingDecision: typeof SamplingDecision;
}

const isSampled = ({ traceFlags }: SpanContext) => (traceFlags & TraceFlags.SAMPLED) !== 0;

/**
 * Samples requests by OTEL_TRACES_SAMPLER as if each began a trace of its own: neither the flag nor the trace id that a caller sends
 * changes it, because anybody can send them. Parts of a request follow the request.
 */
export function createOwnSampling(sdk: Sdk): Sampler {
  // The SDK builds the sampler from the environment and does not export it. So each decision is read from a span without a parent.
  // The provider has no processor, so that the span is not exported.
  const tracer = new sdk.BasicTracerProvider().getTracer('callside sampling');
  const decide = () => isSampled(tracer.startSpan('decision', { root: true }, ROOT_CONTEXT).spanContext());

  return {
    shouldSample: (context: Context) => {
      const parent = trace.getSpanContext(context);
      const isPart = parent !== undefined && parent.isRemote !== true;
      const isKept = isPart ? isSampled(parent) : decide();
      return { decision: isKept ? sdk.SamplingDecision.RECORD_AND_SAMPLED : sdk.SamplingDecision.NOT_RECORD };
    },
    toString: () => 'OwnSampling',
  };
}
