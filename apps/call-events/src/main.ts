import { readSchemaStatus } from '@callside/database';
import { createLogger, createMetrics, createMetricsServer, requireMigrations, runService } from '@callside/service-kit';
import { createService } from './dependencies.ts';
import { readEnvironment } from './env.ts';

const service = 'call-events';
const environment = readEnvironment();
const logger = createLogger({ service, level: environment.LOG_LEVEL });
const metrics = createMetrics({ service });
let draining = false;
await requireMigrations({
  name: service,
  readStatus: () => readSchemaStatus({ url: environment.DATABASE_URL }),
  logger,
});
const { server, started, close } = createService(environment, { logger, metrics, isDraining: () => draining });
await started;

await runService({
  name: service,
  server,
  port: environment.PORT,
  bind: environment.BIND,
  logger,
  metrics,
  metricsListener:
    environment.METRICS_PORT === undefined
      ? null
      : { server: createMetricsServer(metrics, environment), port: environment.METRICS_PORT },
  drainMs: environment.DRAIN_SECONDS * 1_000,
  onDrain: () => {
    draining = true;
  },
  close,
});
