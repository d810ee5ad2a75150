// The clients of node-redis for each form of REDIS_URL: one server, servers behind Sentinel, and Redis Cluster.

import { parseRedisAddress, type RedisAddress } from '@callside/service-kit';
import { createClient, createCluster, createSentinel, type RedisClientOptions, type RedisScripts } from 'redis';

type AddressOf<Kind> = Extract<RedisAddress, { kind: Kind }>;

export interface ClientSettings<Scripts extends RedisScripts> {
  scripts: Scripts;
  /** Of each connection to a server. */
  node: Pick<RedisClientOptions, 'pingInterval' | 'disableOfflineQueue' | 'commandsQueueMaxLength'> & {
    socket: { reconnectStrategy: (retries: number) => number; socketTimeout: number };
  };
}

/** The interval at which Sentinel is queried for the master, in case its message was lost. */
const scanMs = 1_000;

/** A client, and a check that rejects while a server that it needs does not answer. */
export function createRedisClient<Scripts extends RedisScripts>(url: string, settings: ClientSettings<Scripts>) {
  const address = parseRedisAddress(url);
  if (address === null) throw new Error('REDIS_URL was not checked');
  const single = () => templateOf(settings.scripts).duplicate({ ...settings.node, url });
  if (address.kind === 'single') {
    const client = single();
    return { client, ping: (): Promise<unknown> => client.ping() };
  }
  const { client, ping } =
    address.kind === 'sentinel' ? createSentinelClient(address, settings) : createClusterClient(address, settings);
  // The client of a single server stands for all three: the others have the commands that this service uses.
  return { client: client as unknown as ReturnType<typeof single>, ping };
}

function createSentinelClient<Scripts extends RedisScripts>(
  { sentinels, master, isTls, username, password, sentinel }: AddressOf<'sentinel'>,
  { scripts, node }: ClientSettings<Scripts>,
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
  return { client, ping: (): Promise<unknown> => client.ping() };
}

function createClusterClient<Scripts extends RedisScripts>(
  { nodes, isTls, username, password }: AddressOf<'cluster'>,
  { scripts, node }: ClientSettings<Scripts>,
) {
  const client = createCluster({
    rootNodes: nodes.map(({ host, port }) => ({ socket: { host, port } })),
    defaults: { ...node, ...credentialsOf({ username, password }), socket: withTls(node.socket, isTls) },
    scripts,
    topologyRefreshOnReconnectionAttemptStrategy: scanMs,
  });
  const ping = async (): Promise<unknown> => {
    const masters = await Promise.all(client.masters.map((one) => client.nodeClient(one)));
    return Promise.all(masters.map((one) => one.ping()));
  };
  return { client, ping };
}

const templates = new WeakMap<RedisScripts, unknown>();

// node-redis makes a class with all commands when the options differ from those of the last client, which takes about 50 ms.
// Duplicates share the class of their template.
function templateOf<Scripts extends RedisScripts>(scripts: Scripts) {
  const create = () => createClient({ scripts });
  const template = templates.get(scripts) ?? create();
  templates.set(scripts, template);
  return template as ReturnType<typeof create>;
}

function withTls<Socket extends object>(socket: Socket, isTls: boolean) {
  return isTls ? { ...socket, tls: true as const } : socket;
}

function credentialsOf({ username, password }: { username?: string | undefined; password?: string | undefined }) {
  return { ...(username !== undefined && { username }), ...(password !== undefined && { password }) };
}
