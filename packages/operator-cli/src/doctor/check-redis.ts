import { parseRedisAddress, type RedisAddress, redisUrl } from '@callside/service-kit';
import { createClient, type RedisClientOptions } from 'redis';
import { z } from 'zod';
import type { Settings } from '../env.ts';
import { type Finding, failed, ok, patienceMs, reasonOf, skipped } from './check.ts';

interface Server {
  host: string;
  port: number;
}

/** Sends a command, because a Redis that requires a password accepts the connection and refuses commands. */
export async function checkRedis(settings: Settings): Promise<Finding> {
  const result = settings.check(z.object({ REDIS_URL: redisUrl.optional() }));
  if (!result.ok) return skipped('redis', 'REDIS_URL is not valid');
  const { REDIS_URL: url } = result.value;
  if (url === undefined) return skipped('redis', 'REDIS_URL is not set: only one instance of call-events may run');
  const address = parseRedisAddress(url);
  if (address === null) return skipped('redis', 'REDIS_URL is not valid');
  const name = nameOf(address);
  try {
    await checkAddress(address);
    return ok('redis', `${name} answers`);
  } catch (error) {
    return failed('redis', `${name}: ${reasonOf(error)}`, 'start it or correct REDIS_URL');
  }
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

async function checkAddress(address: RedisAddress): Promise<void> {
  if (address.kind === 'single') return void (await ask({ url: address.url }, ['PING']));
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
    return;
  }
  const named = await askFirst(
    address.sentinels.map((server) => optionsOf(server, credentialsOf(address.sentinel))),
    ['SENTINEL', 'GET-MASTER-ADDR-BY-NAME', address.master],
  );
  if (!Array.isArray(named)) throw new Error(`Sentinel knows no master ${address.master}`);
  const [host, port] = named.map(String);
  await ask(optionsOf({ host: host ?? '', port: Number(port) }, credentials), ['PING']);
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
