import type { Server } from 'node:http';
import { collectDefaultMetrics } from 'prom-client';
import { badConfiguration } from './environment.ts';
import { createLogger, type Logger } from './logger.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import { createMetricsServer, type MetricsSettings } from './metrics-access.ts';
import { requireMigrations, type SchemaStatus } from './require-migrations.ts';
import { runService } from './service-process.ts';

/** The settings that every service has. */
interface ServiceSettings extends MetricsSettings {
  LOG_LEVEL: string;
  DATABASE_URL: string;
  PORT: number;
  BIND: string;
  DRAIN_SECONDS: number;
  OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined;
}

export interface ServiceOptions {
  logger: Logger;
  metrics: Metrics;
  /** The process has received a stop signal but still serves. */
  isDraining?: () => boolean;
}

export interface Service {
  server: Server;
  /** Must be awaited before the server listens. Resolves with the reason if the service must not start, otherwise with null. */
  start: () => Promise<string | null>;
  close: () => Promise<void>;
}

interface ServiceProgram<Settings> {
  name: string;
  environment: Settings;
  readSchemaStatus: (options: { url: string }) => Promise<SchemaStatus>;
  createService: (environment: Settings, options: ServiceOptions) => Service;
}

/** The program of a service: checks the migrations, starts it, and serves until the process is asked to stop. */
export async function runServiceProgram<Settings extends ServiceSettings>({
  name,
  environment,
  readSchemaStatus,
  createService,
}: ServiceProgram<Settings>): Promise<void> {
  const { PORT: port, BIND: bind, DATABASE_URL: url, METRICS_PORT: metricsPort } = environment;
  const logger = createLogger({ service: name, level: environment.LOG_LEVEL });
  const metrics = createMetrics({ service: name });
  collectDefaultMetrics({ register: metrics.registry });
  const stopTraces = await startTraces(environment, { service: name, logger });
  let isDraining = false;
  await requireMigrations({ name, readStatus: () => readSchemaStatus({ url }), logger });
  const { server, start, close } = createService(environment, { logger, metrics, isDraining: () => isDraining });
  const problem = await start();
  if (problem !== null) {
    process.stderr.write(`${problem}\n`);
    process.exit(badConfiguration);
  }
  await runService({
    name,
    server,
    port,
    bind,
    logger,
    metrics,
    metricsListener:
      metricsPort === undefined ? null : { server: createMetricsServer(metrics, environment), port: metricsPort },
    drainMs: environment.DRAIN_SECONDS * 1_000,
    onDrain: () => {
      isDraining = true;
    },
    close: async () => {
      await close();
      await stopTraces();
    },
  });
}

async function startTraces(
  { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }: Pick<ServiceSettings, 'OTEL_EXPORTER_OTLP_ENDPOINT'>,
  options: { service: string; logger: Logger },
): Promise<() => Promise<void>> {
  if (endpoint === undefined) return async () => {};
  // The SDK reads the environment itself, which lacks an address that came from a file.
  // biome-ignore lint/style/noProcessEnv: it is written for a library, not read.
  process.env.OTEL_EXPORTER_OTLP_ENDPOINT = endpoint;
  const { startTraceExport } = await import('./trace-export.ts');
  return startTraceExport(options);
}
