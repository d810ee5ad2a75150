import { readSchemaStatus } from '@callside/database';
import {
  badConfiguration,
  createLogger,
  createMetrics,
  createMetricsServer,
  requireMigrations,
  runService,
} from '@callside/service-kit';
import { createService } from './dependencies.ts';
import { readEnvironment } from './env.ts';

const service = 'recommender';
const environment = readEnvironment();
const logger = createLogger({ service, level: environment.LOG_LEVEL });
const metrics = createMetrics({ service });
let draining = false;
await requireMigrations({
  name: service,
  readStatus: () => readSchemaStatus({ url: environment.DATABASE_URL }),
  logger,
});
const { server, start, close } = createService(environment, { logger, metrics, isDraining: () => draining });

const problem = await start();
if (problem !== null) {
  process.stderr.write(`${problem}\n`);
  process.exit(badConfiguration);
}
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
