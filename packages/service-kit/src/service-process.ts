import type { Server } from 'node:http';
import { Server as TcpServer } from 'node:net';
import { badConfiguration } from './environment.ts';
import type { Logger } from './logger.ts';
import type { Metrics } from './metrics.ts';
import { trackRequests } from './requests-in-flight.ts';

export interface ServiceProcessOptions {
  name: string;
  server: Server;
  port: number;
  bind: string;
  logger: Logger;
  /** Closes the resources of the service: sockets, pools, timers. Called once, after the requests in flight. */
  close: () => Promise<void>;
  /** Time limit for the requests in flight; `close` gets the same time again. */
  graceMs?: number;
  /** How long idle connections stay open after the signal, for requests that are on their way. */
  lingerMs?: number;
  /** How long the service keeps serving after the signal while health checks fail, so that balancers stop sending requests. */
  drainMs?: number;
  /** Called at the signal: health checks fail from now on. */
  onDrain?: () => void;
  /** Counts unhandled rejections. */
  metrics?: Pick<Metrics, 'counter'>;
  /** A separate listener for the metrics; null: the service's own port has them. */
  metricsListener?: { server: Server; port: number } | null;
}

/** One Ctrl-C can arrive twice: from the terminal, and forwarded by a parent process. */
const echoMs = 200;
const flushMs = 1_000;
/** What listening fails with when BIND can never be an address. Others may work later, such as an address that is not up yet. */
const noAddressCodes = new Set(['ENOTFOUND', 'EINVAL']);
/**
 * Connections that the kernel holds until the process takes them; Linux limits it to net.core.somaxconn. With Node's 511,
 * events were refused for seconds when thousands of tabs reconnected: a dropped SYN is sent again after 1, 3 and 7 s.
 */
const acceptBacklog = 16_384;

/**
 * Listens until SIGTERM or SIGINT. Then, after `drainMs`, it stops accepting, finishes the requests in flight, closes and exits
 * with 0; a second signal exits at once. An uncaught exception does the same with 1, also while it waits for `drainMs`: the
 * state of the process may be wrong, so it must end soon. Resolves with the bound port. A port that cannot be bound ends the process
 * with 1 and one line on standard error, and an address that cannot exist with 78.
 */
export async function runService(options: ServiceProcessOptions): Promise<{ port: number }> {
  const {
    name,
    server,
    port,
    bind,
    logger,
    metrics,
    metricsListener = null,
    drainMs = 0,
    onDrain = () => {},
  } = options;
  const stop = createStop(options);
  let stoppedAt: number | undefined;
  let drain: NodeJS.Timeout | undefined;

  function onSignal(signal: NodeJS.Signals): void {
    if (stoppedAt !== undefined) {
      if (performance.now() - stoppedAt > echoMs) process.exit(1);
      return;
    }
    stoppedAt = performance.now();
    logger.info({ signal }, 'stopping');
    onDrain();
    if (drainMs === 0) stop.begin();
    else drain = setTimeout(() => stop.begin(), drainMs);
  }
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);

  process.on('uncaughtException', (error) => {
    logger.fatal({ err: error }, 'uncaught exception');
    stoppedAt ??= performance.now();
    clearTimeout(drain);
    stop.fail();
    stop.begin();
  });

  const rejections = metrics?.counter('unhandled_rejections_total', 'Promise rejections that no code handled.');
  process.on('unhandledRejection', (reason) => {
    rejections?.inc();
    logger.error({ err: reason }, 'unhandled rejection');
  });

  const listenOrExit = (one: Server, onPort: number, setting: 'PORT' | 'METRICS_PORT'): Promise<number> =>
    listen(one, onPort, bind).catch((error: unknown) => {
      if (noAddressCodes.has(Object(error).code)) {
        process.stderr.write('BIND is not valid: it is no address and no known host name. Example: BIND=127.0.0.1\n');
        process.exit(badConfiguration);
      }
      const reason = error instanceof Error ? error.message : String(error);
      const cause = Object(error).code === 'EADDRNOTAVAIL' ? 'BIND' : setting;
      process.stderr.write(`${name} cannot listen on ${bind} port ${onPort} (${cause}): ${reason}\n`);
      process.exit(1);
    });
  if (metricsListener !== null) {
    const metricsPort = await listenOrExit(metricsListener.server, metricsListener.port, 'METRICS_PORT');
    logger.info({ port: metricsPort }, 'metrics listening');
  }
  const boundPort = await listenOrExit(server, port, 'PORT');
  // At every LOG_LEVEL: who starts the service waits for this line, and with PORT=0 only it has the port.
  logger.child({}, { level: 'info' }).info({ port: boundPort }, 'listening');
  return { port: boundPort };
}

function createStop(options: ServiceProcessOptions) {
  const { server, logger, close, graceMs = 10_000, lingerMs = 250, metricsListener } = options;
  const inFlight = trackRequests(server);
  let exitCode = 0;
  let hasBegun = false;

  async function stop(): Promise<void> {
    inFlight.endConnections();
    const drained = endsWithin(lingerMs, stopAccepting(server)).then(() => {
      server.closeIdleConnections();
      return inFlight.whenNone();
    });
    if (!(await endsWithin(graceMs, drained))) {
      logger.warn({ grace_ms: graceMs }, 'requests in flight were cut off');
    }
    server.closeAllConnections();
    try {
      if (!(await endsWithin(graceMs, close()))) logger.warn({ grace_ms: graceMs }, 'closing took too long');
    } catch (error) {
      logger.error({ err: error }, 'closing failed');
    }
    // Closed last, so that the metrics can be read until then.
    metricsListener?.server.closeAllConnections();
    await endsWithin(flushMs, flushed(logger));
    process.exit(exitCode);
  }

  return {
    begin(): void {
      if (hasBegun) return;
      hasBegun = true;
      void stop();
    },
    /** The process will exit with 1. */
    fail(): void {
      exitCode = 1;
    },
  };
}

/**
 * Resolves when every connection has ended. An HTTP server's own `close` would close idle connections at once and lose the
 * requests that are on their way.
 */
function stopAccepting(server: Server): Promise<void> {
  return new Promise((resolve) => TcpServer.prototype.close.call(server, () => resolve()));
}

/** Resolves also after an error: a blocked standard output must not keep the process running. */
function flushed(logger: Logger): Promise<void> {
  return new Promise((resolve) => logger.flush(() => resolve()));
}

function endsWithin(limitMs: number, work: Promise<void>): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(false), limitMs);
    work.then(() => resolve(true), reject).finally(() => clearTimeout(timer));
  });
}

function listen(server: Server, port: number, bind: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host: bind, backlog: acceptBacklog }, () => {
      server.off('error', reject);
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : port);
    });
  });
}
