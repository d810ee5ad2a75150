import { type Logger, parseRedisAddress } from '@callside/service-kit';
import { createClient, type RedisScripts } from 'redis';
import { createClusterClient, createSentinelClient } from './redis-deployment.ts';

interface Options {
  url: string;
  /** For the log. */
  role: string;
  logger: Logger;
}

// In milliseconds. A connection that neither sends nor receives for this long is closed, even if TCP considers it open. The client waits for
// the answer of a ping before the next one, so an idle connection to a server that hangs is closed. A busy one is closed when the
// system's send buffer is full: with 200 publishes of 1 kB a second, after half a minute.
const silentForMs = 6_000;

/** A connection for commands, which fail at once while it is down instead of queueing. Starts without waiting. */
export function connectCommands<Scripts extends RedisScripts>(options: Options, scripts = noScripts as Scripts) {
  return connect(
    createFor(options.url, { scripts, disableOfflineQueue: true, commandsQueueMaxLength: 10_000, ...settings }),
    options,
  );
}

/** A connection for subscriptions, which a reconnect restores. */
export function connectSubscriptions(options: Options) {
  return connect(createFor(options.url, { scripts: noScripts, ...settings }), options);
}

const settings = {
  pingInterval: 2_000,
  socket: {
    reconnectStrategy: (retries: number) => Math.min(50 * 2 ** Math.min(retries, 4), 500),
    socketTimeout: silentForMs,
  },
};

interface ClientSettings<Scripts extends RedisScripts> {
  scripts: Scripts;
  pingInterval: number;
  socket: (typeof settings)['socket'];
  disableOfflineQueue?: boolean;
  commandsQueueMaxLength?: number;
}

/** The client of a single server stands for all three: the others have the commands that this service uses. */
function createFor<Scripts extends RedisScripts>(url: string, { scripts, ...node }: ClientSettings<Scripts>) {
  const address = parseRedisAddress(url);
  if (address === null) throw new Error('REDIS_URL was not checked');
  const create = () => templateOf(scripts).duplicate({ ...node, url });
  if (address.kind === 'single') return create();
  const client =
    address.kind === 'sentinel'
      ? createSentinelClient(address, { scripts, node })
      : createClusterClient(address, { scripts, node });
  return client as unknown as ReturnType<typeof create>;
}

const noScripts: RedisScripts = {};
const templates = new WeakMap<RedisScripts, unknown>();

// node-redis makes a class with all commands when the options differ from those of the last client, which takes about 50 ms.
// Duplicates share the class of their template.
function templateOf<Scripts extends RedisScripts>(scripts: Scripts) {
  const create = () => createClient({ scripts });
  const template = templates.get(scripts) ?? create();
  templates.set(scripts, template);
  return template as ReturnType<typeof create>;
}

interface Connecting {
  on: (event: 'error' | 'ready', listener: (error: unknown) => void) => unknown;
  connect: () => Promise<unknown>;
}

function connect<Client extends Connecting>(client: Client, { role, logger }: Options): Client {
  let isDown = false;
  client.on('error', (error) => {
    if (!isDown) logger.warn({ err: error, role }, 'Redis is unavailable');
    isDown = true;
  });
  client.on('ready', () => {
    if (isDown) logger.info({ role }, 'Redis is available again');
    isDown = false;
  });
  // Rejects only if the connection is closed while it is being opened.
  client.connect().catch(() => {});
  return client;
}
