import { createLogger, createMetrics, runService } from '@callside/service-kit';
import { createService } from './dependencies.ts';
import { readEnvironment } from './env.ts';

/** sysexits.h EX_CONFIG. */
const badConfiguration = 78;

const service = 'recommender';
const environment = readEnvironment();
const logger = createLogger({ service, level: environment.LOG_LEVEL });
const metrics = createMetrics({ service });
const { server, start, close } = createService(environment, { logger, metrics });

const problem = await start();
if (problem !== null) {
  process.stderr.write(`${problem}\n`);
  process.exit(badConfiguration);
}
await runService({ name: service, server, port: environment.PORT, bind: environment.BIND, logger, metrics, close });
