import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from '@callside/service-kit';
import type { RedisScripts } from 'redis';
import { type ClientSettings, createRedisClient } from './redis-deployment.ts';

interface Options {
  url: string;
  /** For the log. */
  role: string;
  logger: Logger;
}

export type RedisConnection<Client> = {
  client: Client;
  /** Every server that the client needs answers. */
  isUp: () => boolean;
  /** Calls back when Redis answers again after it was unavailable. */
  onReturned: (callback: () => void) => void;
  close: () => void;
};

// In milliseconds. A connection that neither sends nor receives for this long is closed, even if TCP considers it open. The client waits for
// the answer of a ping before the next one, so an idle connection to a server that hangs is closed. A busy one is closed when the
// system's send buffer is full: with 200 publishes of 1 kB a second, after half a minute.
const silentForMs = 6_000;
const retryPauseMs = 250;

const node: ClientSettings<RedisScripts>['node'] = {
  pingInterval: 2_000,
  socket: {
    reconnectStrategy: (retries) => Math.min(50 * 2 ** Math.min(retries, 4), 500),
    socketTimeout: silentForMs,
  },
};
const noScripts: RedisScripts = {};

/** A connection for commands, which fail at once while it is down instead of queueing. Starts without waiting. */
export function connectCommands<Scripts extends RedisScripts>(options: Options, scripts = noScripts as Scripts) {
  const settings = { scripts, node: { ...node, disableOfflineQueue: true, commandsQueueMaxLength: 10_000 } };
  return connect(createRedisClient(options.url, settings), options);
}

/** A connection for subscriptions, which a reconnect restores. */
export function connectSubscriptions(options: Options) {
  return connect(createRedisClient(options.url, { scripts: noScripts, node }), options);
}

interface Connecting {
  isReady: boolean;
  on: (event: 'error' | 'node-error', listener: (error: unknown) => void) => unknown;
  connect: () => Promise<unknown>;
  destroy: () => unknown;
}

/** Connects until it succeeds, which the clients of several servers do not do, or it is closed. */
function connect<Client extends Connecting>(
  { client, ping }: { client: Client; ping: () => Promise<unknown> },
  { role, logger }: Options,
): RedisConnection<Client> {
  let isClosed = false;
  let isAnswering = false;
  let wasAway = false;
  let returned = () => {};

  function noteError(error: unknown): void {
    if (isClosed) return;
    if (!wasAway) logger.warn({ err: error, role }, 'Redis is unavailable');
    wasAway = true;
    if (isAnswering) void untilAnswered();
  }

  async function untilDone(attempt: () => Promise<unknown>): Promise<void> {
    while (!isClosed) {
      try {
        await attempt();
        return;
      } catch (error) {
        noteError(error);
        await pause(retryPauseMs, undefined, { ref: false });
      }
    }
  }

  /** The clients of several servers do not tell when all are back. */
  async function untilAnswered(): Promise<void> {
    isAnswering = false;
    await untilDone(ping);
    if (isClosed) return;
    isAnswering = true;
    if (!wasAway) return;
    wasAway = false;
    logger.info({ role }, 'Redis is available again');
    returned();
  }

  client.on('error', noteError);
  // Of a server of a cluster.
  client.on('node-error', noteError);
  void untilDone(() => client.connect()).then(untilAnswered);
  return {
    client,
    isUp: () => isAnswering && client.isReady,
    onReturned: (callback) => {
      returned = callback;
    },
    close: () => {
      isClosed = true;
      // That of Sentinel may reject while a connection is unfinished.
      void Promise.resolve(client.destroy()).catch(() => {});
    },
  };
}
