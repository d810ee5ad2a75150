// Sentinel and Redis Cluster. Their clients handle a failover. This file adds what only the client of a single server does: it
// connects until it succeeds, and emits `ready` when commands are answered again.

import { setTimeout as pause } from 'node:timers/promises';
import type { RedisAddress } from '@callside/service-kit';
import { createCluster, createSentinel, type RedisClientOptions, type RedisScripts } from 'redis';

type AddressOf<Kind> = Extract<RedisAddress, { kind: Kind }>;

interface Settings<Scripts extends RedisScripts> {
  scripts: Scripts;
  /** Of each connection to a server. */
  node: Pick<RedisClientOptions, 'pingInterval' | 'disableOfflineQueue' | 'commandsQueueMaxLength'> & {
    socket: { reconnectStrategy: (retries: number) => number; socketTimeout: number };
  };
}

const retryPauseMs = 250;
/** The interval at which Sentinel is queried for the master, in case its message was lost. */
const scanMs = 1_000;

export function createSentinelClient<Scripts extends RedisScripts>(
  { sentinels, master, isTls, username, password, sentinel }: AddressOf<'sentinel'>,
  { scripts, node }: Settings<Scripts>,
) {
  const socket = withTls(node.socket, isTls);
  const client = createSentinel({
    name: master,
    sentinelRootNodes: sentinels,
    nodeClientOptions: { ...node, ...credentialsOf({ username, password }), socket },
    sentinelClientOptions: { ...credentialsOf(sentinel), socket },
    scripts,
    scanInterval: scanMs,
    // Commands of one connection stay in order.
    reserveClient: true,
    passthroughClientErrorEvents: true,
  });
  return persistent(client, { isAnswering: () => client.ping() });
}

export function createClusterClient<Scripts extends RedisScripts>(
  { nodes, isTls, username, password }: AddressOf<'cluster'>,
  { scripts, node }: Settings<Scripts>,
) {
  const client = createCluster({
    rootNodes: nodes.map(({ host, port }) => ({ socket: { host, port } })),
    defaults: { ...node, ...credentialsOf({ username, password }), socket: withTls(node.socket, isTls) },
    scripts,
    topologyRefreshOnReconnectionAttemptStrategy: scanMs,
  });
  client.on('node-error', (error: unknown) => client.emit('error', error));
  const isAnswering = async () => {
    const masters = await Promise.all(client.masters.map((one) => client.nodeClient(one)));
    await Promise.all(masters.map((one) => one.ping()));
  };
  return persistent(client, { isAnswering });
}

interface Client {
  isReady: boolean;
  connect: () => Promise<unknown>;
  destroy: () => unknown;
  subscribe: (...subscription: never[]) => Promise<unknown>;
  pSubscribe: (...subscription: never[]) => Promise<unknown>;
  on: (event: 'error', listener: (error: unknown) => void) => unknown;
  emit: (event: 'error' | 'ready', error?: unknown) => boolean;
}

/** `connect` tries until it succeeds or the client is destroyed. After errors, `ready` comes when `isAnswering` resolves. */
function persistent<Some extends Client>(client: Some, { isAnswering }: { isAnswering: () => Promise<unknown> }): Some {
  const connectOnce = client.connect.bind(client);
  const destroyOnce = client.destroy.bind(client);
  let isDestroyed = false;
  let isDown = true;
  let noteConnected = () => {};
  const connected = new Promise<void>((resolve) => {
    noteConnected = resolve;
  });

  async function watch(): Promise<void> {
    while (isDown && !isDestroyed) {
      await pause(retryPauseMs, undefined, { ref: false });
      isDown = await isAnswering().then(
        () => false,
        () => true,
      );
    }
    if (!isDestroyed) client.emit('ready');
  }
  client.on('error', () => {
    if (isDown) return;
    isDown = true;
    void watch();
  });

  client.connect = async () => {
    while (!isDestroyed) {
      try {
        await connectOnce();
        noteConnected();
        break;
      } catch (error) {
        client.emit('error', error);
        await pause(retryPauseMs, undefined, { ref: false });
      }
    }
    void watch();
  };
  client.destroy = () => {
    isDestroyed = true;
    // May reject while a connection is unfinished; the rejection is ignored.
    return Promise.resolve(destroyOnce()).catch(() => {});
  };
  // These clients refuse a subscription before they know the servers.
  for (const name of ['subscribe', 'pSubscribe'] as const) {
    const subscribeOnce = client[name].bind(client);
    client[name] = async (...subscription: never[]) => {
      await connected;
      return subscribeOnce(...subscription);
    };
  }
  // The client's own value stays true while a server that it needs is unavailable.
  const own: Client = Object.getPrototypeOf(client);
  Object.defineProperty(client, 'isReady', { get: () => own.isReady && !isDown });
  return client;
}

function withTls<Socket extends object>(socket: Socket, isTls: boolean) {
  return isTls ? { ...socket, tls: true as const } : socket;
}

function credentialsOf({ username, password }: { username?: string | undefined; password?: string | undefined }) {
  return { ...(username !== undefined && { username }), ...(password !== undefined && { password }) };
}
