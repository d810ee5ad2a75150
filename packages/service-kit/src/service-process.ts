import type { Server } from 'node:http';
import type { Logger } from './logger.ts';
import type { Metrics } from './metrics.ts';

export interface ServiceProcessOptions {
  name: string;
  server: Server;
  port: number;
  bind: string;
  logger: Logger;
  /** Lets go of what the service holds: sockets, pools, timers. Called once, after the last request in flight. */
  close: () => Promise<void>;
  /** How long requests in flight and `close` may take together. */
  graceMs?: number;
  /** Counts unhandled rejections. */
  metrics?: Pick<Metrics, 'counter'>;
}

/**
 * Listens and stays until SIGTERM or SIGINT: then stops accepting, lets what is in flight finish, closes, exits 0.
 * Resolves with the bound port when listening. An address that cannot be bound ends the process with 1 and one line.
 */
export async function runService(options: ServiceProcessOptions): Promise<{ port: number }> {
  const { name, server, port, bind, logger, close, graceMs = 10_000, metrics } = options;
  const inFlight = trackRequests(server);
  let stopping = false;

  async function stop(exitCode: number): Promise<void> {
    stopping = true;
    const deadline = AbortSignal.timeout(graceMs);
    const isOver = new Promise<'over'>((resolve) => deadline.addEventListener('abort', () => resolve('over')));
    const ended = drain(server, inFlight).then(close);
    const outcome = await Promise.race([ended, isOver]).catch((error: unknown) => {
      logger.error({ err: error }, 'closing failed');
    });
    if (outcome === 'over') logger.warn({ grace_ms: graceMs }, 'not everything in flight has finished in time');
    server.closeAllConnections();
    process.exit(exitCode);
  }

  function onSignal(signal: NodeJS.Signals): void {
    if (stopping) process.exit(1);
    logger.info({ signal }, 'stopping');
    void stop(0);
  }
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);

  process.on('uncaughtException', (error) => {
    logger.fatal({ err: error }, 'uncaught exception');
    if (!stopping) void stop(1);
  });
  const rejections = metrics?.counter('unhandled_rejections_total', 'Promises that were rejected with nobody to see.');
  process.on('unhandledRejection', (reason) => {
    rejections?.inc();
    logger.error({ err: reason }, 'unhandled rejection');
  });

  const bound = await listen(server, port, bind).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    process.stderr.write(`${name} cannot listen on ${bind}:${port}: ${reason}\n`);
    process.exit(1);
  });
  logger.info({ port: bound, service: name }, 'listening');
  return { port: bound };
}

function listen(server: Server, port: number, bind: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, bind, () => {
      server.off('error', reject);
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : port);
    });
  });
}

interface RequestsInFlight {
  whenNone: () => Promise<void>;
}

function trackRequests(server: Server): RequestsInFlight {
  let count = 0;
  let onNone = (): void => {};
  server.prependListener('request', (request, response) => {
    // A Socket.IO long poll waits for news on purpose; `close` ends it.
    if (request.url?.startsWith('/socket.io/')) return;
    // Once the server stops listening, the answer also ends its connection.
    if (!server.listening) response.setHeader('Connection', 'close');
    count += 1;
    response.once('close', () => {
      count -= 1;
      if (count === 0) onNone();
    });
  });
  return {
    whenNone: () =>
      new Promise((resolve) => {
        if (count === 0) resolve();
        else onNone = resolve;
      }),
  };
}

/** Stops accepting; closes idle connections at once and the others when their response is out. */
async function drain(server: Server, inFlight: RequestsInFlight): Promise<void> {
  server.close();
  server.closeIdleConnections();
  await inFlight.whenNone();
  server.closeIdleConnections();
}
