import { type DiagLogger, DiagLogLevel, diag } from '@opentelemetry/api';
import type { Logger } from './logger.ts';
import { createOwnSampling } from './own-sampling.ts';

interface TraceExportOptions {
  service: string;
  logger: Pick<Logger, 'warn'>;
}

const reportPauseMs = 60_000;
/** A collector that does not answer must not hold up the end of the process. */
const flushMs = 2_000;

/**
 * Exports the spans of this process to the OTLP/HTTP collector of OTEL_EXPORTER_OTLP_ENDPOINT. The SDK reads the other standard
 * variables (`OTEL_*`) itself. Returns the function that sends what is left and stops. The SDK is loaded here and nowhere else:
 * it has dozens of modules, which a service without a collector does not need.
 */
export async function startTraceExport({ service, logger }: TraceExportOptions): Promise<() => Promise<void>> {
  const [sdk, { OTLPTraceExporter }, resources] = await Promise.all([
    import('@opentelemetry/sdk-trace-node'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
  ]);
  diag.setLogger(reportSometimes(logger), { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true });
  const named = resources.resourceFromAttributes({ 'service.name': service });
  // OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES come last and take precedence.
  const configured = resources.detectResources({ detectors: [resources.envDetector] });
  const provider = new sdk.NodeTracerProvider({
    resource: resources.defaultResource().merge(named).merge(configured),
    sampler: createOwnSampling(sdk),
    spanProcessors: [new sdk.BatchSpanProcessor(new OTLPTraceExporter())],
  });
  provider.register();

  return async () => {
    const limit = new Promise<void>((resolve) => setTimeout(resolve, flushMs).unref());
    await Promise.race([provider.shutdown().catch(() => {}), limit]);
  };
}

/** One line a minute at most. The reason is a connection error or a status; headers and spans are not in it. */
function reportSometimes(logger: Pick<Logger, 'warn'>): DiagLogger {
  let reportedAt = Number.NEGATIVE_INFINITY;
  const report = (message: string) => {
    if (performance.now() - reportedAt < reportPauseMs) return;
    reportedAt = performance.now();
    logger.warn(
      { reason: reasonOf(message) },
      'spans could not be sent to OTEL_EXPORTER_OTLP_ENDPOINT: they are dropped',
    );
  };
  const ignore = () => {};
  return { error: report, warn: report, info: ignore, debug: ignore, verbose: ignore };
}

/** The SDK reports an error as JSON, with a stack. */
function reasonOf(message: string): string {
  try {
    const { message: reason, code } = Object(JSON.parse(message));
    return String(reason || code || 'unknown').slice(0, 200);
  } catch {
    return message.slice(0, 200);
  }
}
