// The service with a crash between the commit of its first event and the announcement of it.
import { createLogger, createMetrics, runService } from '@callside/service-kit';
import { createService } from '../../dist/dependencies.js';
import { readEnvironment } from '../../dist/env.js';

const environment = readEnvironment();
const logger = createLogger({ service: 'call-events', level: environment.LOG_LEVEL });
const metrics = createMetrics({ service: 'call-events' });
const onCommitted = () => process.kill(process.pid, 'SIGKILL');
const { server, started, close } = createService(environment, { logger, metrics, onCommitted });

await started;

await runService({
  name: 'call-events',
  server,
  port: environment.PORT,
  bind: environment.BIND,
  logger,
  metrics,
  close,
});
