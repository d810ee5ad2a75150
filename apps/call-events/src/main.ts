import { createLogger, createMetrics, runService } from '@callside/service-kit';
import { createService } from './dependencies.ts';
import { readEnvironment } from './env.ts';

const service = 'call-events';
const environment = readEnvironment();
const logger = createLogger({ service, level: environment.LOG_LEVEL });
const metrics = createMetrics({ service });
const { server, close } = createService(environment, { logger, metrics });

await runService({ name: service, server, port: environment.PORT, bind: environment.BIND, logger, metrics, close });
