// A service in a separate process, to test how processes start and end. Runs the build of `npm run setup`.
import { createServer } from 'node:http';
import { createLogger, createMetrics, runService } from '../../dist/index.js';

const { LOG_LEVEL, PORT, METRICS_PORT, GRACE_MS, LINGER_MS, DRAIN_MS, CLOSE } = process.env;
const logger = createLogger({ service: 'demo', level: LOG_LEVEL ?? 'info' });
const metrics = createMetrics({ service: 'demo' });
const slow = [];

const routes = {
  '/fast': (response) => response.end('fast'),
  '/slow': (response) => {
    slow.push(response);
    process.stderr.write('slow request\n');
  },
  '/uncaught': (response) => {
    response.end('soon gone');
    setImmediate(() => {
      throw new Error('nobody caught this');
    });
  },
  '/unhandled': (response) => {
    void Promise.reject(new Error('nobody handled this'));
    setImmediate(() => response.end('still here'));
  },
  '/metrics': async (response) => response.end(await metrics.registry.metrics()),
};

const server = createServer((request, response) => routes[request.url]?.(response));
process.on('SIGUSR2', () => {
  for (const response of slow) response.end('done');
});

await runService({
  name: 'demo',
  server,
  port: Number(PORT ?? 0),
  bind: process.env.BIND ?? '127.0.0.1',
  logger,
  metrics,
  ...(METRICS_PORT !== undefined && { metricsListener: { server: createServer(), port: Number(METRICS_PORT) } }),
  graceMs: Number(GRACE_MS ?? 10_000),
  ...(LINGER_MS !== undefined && { lingerMs: Number(LINGER_MS) }),
  ...(DRAIN_MS !== undefined && { drainMs: Number(DRAIN_MS) }),
  close: async () => {
    logger.info('closing');
    if (CLOSE === 'fails') throw new Error('it does not close');
    if (CLOSE === 'throws') {
      await new Promise((closed) => {
        setImmediate(() => {
          setImmediate(closed);
          throw new Error('nobody caught this');
        });
      });
    }
    if (CLOSE === 'hangs') await new Promise(() => {});
  },
});
