import type { Database } from '@callside/database';
import { parseRedisAddress, type RedisAddress, redisUrl } from '@callside/service-kit';
import { createClient, ErrorReply, type RedisClientOptions } from 'redis';
import { z } from 'zod';
import type { Settings } from '../env.ts';
import { type Finding, failed, ok, patienceMs, reasonOf, skipped } from './check.ts';

interface Server {
  host: string;
  port: number;
}

/**
 * Sends commands, because a Redis that requires a password accepts the connection and refuses commands. A replica, a user without
 * rights and a full Redis answer a ping, and refuse leases or announcements: with `database`, which has the prefix of their names, these
 * are tried as well.
 */
export async function checkRedis(settings: Settings, database: Database | null): Promise<Finding> {
  const result = settings.check(z.object({ REDIS_URL: redisUrl.optional() }));
  if (!result.ok) return skipped('redis', 'REDIS_URL is not valid');
  const { REDIS_URL: url } = result.value;
  if (url === undefined) return skipped('redis', 'REDIS_URL is not set: only one instance of call-events may run');
  const address = parseRedisAddress(url);
  if (address === null) return skipped('redis', 'REDIS_URL is not valid');
  const name = nameOf(address);
  try {
    const server = await checkAddress(address);
    if (server !== null && database !== null) await checkRights(server, database);
    return ok('redis', `${name} answers`);
  } catch (error) {
    const hint =
      error instanceof ErrorReply
        ? 'correct REDIS_URL, the rights of its user or maxmemory'
        : 'start it or correct REDIS_URL';
    return failed('redis', `${name}: ${reasonOf(error)}`, hint);
  }
}

/** Neither command changes anything: the key does not exist, and nobody listens to the channel. */
async function checkRights(server: RedisClientOptions, { prisma }: Database): Promise<void> {
  // Without its migrations, which is another check, the database has no id.
  const deployment = await prisma.deployment.findFirst({ select: { id: true } }).catch(() => null);
  if (deployment === null) return;
  const prefix = `callside:${deployment.id}`;
  await ask(server, ['SET', `${prefix}:lease:doctor`, '', 'XX', 'PX', '1']);
  await ask(server, ['PUBLISH', `${prefix}#doctor`, '']);
}

/** Without the password. */
function nameOf(address: RedisAddress): string {
  const list = (servers: readonly Server[]) => servers.map(({ host, port }) => `${host}:${port}`).join(', ');
  switch (address.kind) {
    case 'single':
      return `Redis at ${new URL(address.url).host}`;
    case 'sentinel':
      return `Redis behind Sentinel at ${list(address.sentinels)}`;
    case 'cluster':
      return `Redis Cluster at ${list(address.nodes)}`;
  }
}

/** The server that takes the commands; null for a cluster, which has several. */
async function checkAddress(address: RedisAddress): Promise<RedisClientOptions | null> {
  if (address.kind === 'single') return answering({ url: address.url });
  const { isTls, username, password } = address;
  const optionsOf = (server: Server, credentials: Pick<RedisClientOptions, 'username' | 'password'>) => ({
    ...credentials,
    socket: { ...server, ...(isTls && { tls: true as const }) },
  });
  const credentials = credentialsOf({ username, password });
  if (address.kind === 'cluster') {
    const state = await askFirst(
      address.nodes.map((node) => optionsOf(node, credentials)),
      ['CLUSTER', 'INFO'],
    );
    if (!String(state).includes('cluster_state:ok')) throw new Error('the cluster does not serve all keys');
    return null;
  }
  const named = await askFirst(
    address.sentinels.map((server) => optionsOf(server, credentialsOf(address.sentinel))),
    ['SENTINEL', 'GET-MASTER-ADDR-BY-NAME', address.master],
  );
  if (!Array.isArray(named)) throw new Error(`Sentinel knows no master ${address.master}`);
  const [host, port] = named.map(String);
  return answering(optionsOf({ host: host ?? '', port: Number(port) }, credentials));
}

async function answering(server: RedisClientOptions): Promise<RedisClientOptions> {
  await ask(server, ['PING']);
  return server;
}

function credentialsOf({ username, password }: { username?: string | undefined; password?: string | undefined }) {
  return { ...(username !== undefined && { username }), ...(password !== undefined && { password }) };
}

/** The answer of the first server that answers. One that is down is no fault as long as another one answers. */
async function askFirst(servers: readonly RedisClientOptions[], command: string[]): Promise<unknown> {
  let problem: unknown;
  for (const server of servers) {
    try {
      return await ask(server, command);
    } catch (error) {
      problem = error;
    }
  }
  throw problem;
}

async function ask({ socket, ...options }: RedisClientOptions, command: string[]): Promise<unknown> {
  const limits = { connectTimeout: patienceMs, socketTimeout: patienceMs, reconnectStrategy: false as const };
  const client = createClient({ ...options, socket: { ...socket, ...limits } });
  // connect() rejects with the same error.
  client.on('error', () => {});
  try {
    await client.connect();
    return await client.sendCommand(command);
  } finally {
    if (client.isOpen) client.destroy();
  }
}
