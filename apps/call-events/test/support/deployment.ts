import { randomUUID } from 'node:crypto';
import { createSessionTokens, type SessionAudience } from '@callside/auth';
import { type Pool, type Query, queryThrough } from '@callside/database';
import { createTestDatabase, createTestPool } from '@callside/database/testing';
import { builtService, ServiceProcess } from '@callside/test-kit';
import { Companion } from './companion.ts';
import { createDialler, createRepsDialler, type RepsDialler } from './dialler.ts';
import { addBrand, addUser, type TestBrand, type TestUser } from './organisations.ts';
import type { SocketAddress, SocketClient, Transport } from './socket-client.ts';
import { Tab } from './tab.ts';

export interface Deployment {
  databaseUrl: string;
  query: Query;
  /** The pool of `query`. */
  pool: Pool;
  /** Starts another server. */
  start: (options?: {
    redisUrl?: string | null;
    entry?: string;
    settings?: Record<string, string>;
  }) => Promise<ServiceProcess>;
  token: (user: TestUser, brand: { id: string }, audience: SessionAudience, ttlSeconds?: number) => Promise<string>;
  /** Sockets to close with the deployment, if they are still open. */
  clients: SocketClient[];
  close: () => Promise<void>;
}

interface Options {
  /** Default: the URL of a fresh database. */
  databaseUrl?: string;
  /** The default for its servers; null: without Redis. */
  redisUrl?: string | null;
  /** Further settings of its servers. */
  settings?: Record<string, string>;
  /** The session secret. */
  secret?: string;
}

/** Servers in separate processes that share a database, a Redis and a secret. */
export async function deploy({
  databaseUrl,
  redisUrl = sharedRedisUrl(),
  settings = {},
  secret = randomUUID(),
}: Options = {}): Promise<Deployment> {
  const database = databaseUrl === undefined ? await createTestDatabase() : { url: databaseUrl, drop: async () => {} };
  const pool = createTestPool(database.url);
  const tokens = createSessionTokens({ secrets: [secret] });
  const servers: ServiceProcess[] = [];
  const clients: SocketClient[] = [];

  return {
    databaseUrl: database.url,
    query: queryThrough(pool),
    pool,
    start: async (options = {}) => {
      const redis = options.redisUrl === undefined ? redisUrl : options.redisUrl;
      const server = await ServiceProcess.start({
        program: options.entry ?? builtService('call-events'),
        settings: {
          DATABASE_URL: database.url,
          REDIS_URL: redis ?? undefined,
          SESSION_SECRET: secret,
          LOG_LEVEL: 'info',
          ...(options.settings ?? settings),
        },
      });
      servers.push(server);
      return server;
    },
    token: async (user, brand, audience, ttlSeconds = 600) => {
      const request = { userId: user.id, brandId: brand.id, audience, ttlSeconds, now: new Date() };
      return tokens.issue(request).token;
    },
    clients,
    close: async () => {
      for (const client of clients) client.close();
      await Promise.all(servers.map((server) => server.stop()));
      await pool.end();
      await database.drop();
    },
  };
}

function sharedRedisUrl(): string {
  const url = process.env.REDIS_URL;
  if (url === undefined) throw new Error('tests with several servers need REDIS_URL; npm test sets it');
  return url;
}

/** A server, or a proxy with TLS in front of servers. */
type SocketServer = Pick<ServiceProcess, 'port'> & { ca?: string };

export interface RepAtWork {
  brand: TestBrand;
  rep: TestUser;
  /** Posts the rep's events to that server. */
  on: (server: Pick<ServiceProcess, 'client'>) => RepsDialler;
  tabAt: (server: SocketServer, transport?: Transport) => SocketAddress;
  companionAt: (server: SocketServer, transport?: Transport) => SocketAddress;
  /** Resolves when the tab shows a state. */
  tab: (server: SocketServer, transport?: Transport) => Promise<Tab>;
  newCompanion: (server: SocketServer, transport?: Transport) => Companion;
  /** Resolves when the companion has received the recording state. */
  companion: (server: SocketServer, transport?: Transport) => Promise<Companion>;
}

/** A rep of a deployment, by default in a new brand. */
export async function newRepOf(
  deployment: Deployment,
  { brand: given, status = 'active' }: { brand?: TestBrand; status?: 'active' | 'invited' } = {},
): Promise<RepAtWork> {
  const brand = given ?? (await addBrand(deployment));
  const rep = await addUser(deployment, brand, { status });
  const tokens = {
    tab: await deployment.token(rep, brand, 'tab'),
    companion: await deployment.token(rep, brand, 'companion'),
  };
  const addressOf = (audience: 'tab' | 'companion') => (server: SocketServer, transport?: Transport) => ({
    port: server.port,
    ca: server.ca,
    host: brand.host,
    token: tokens[audience],
    transport,
  });
  const tabAt = addressOf('tab');
  const companionAt = addressOf('companion');
  const newCompanion: RepAtWork['newCompanion'] = (server, transport) => {
    const companion = new Companion(companionAt(server, transport));
    deployment.clients.push(companion);
    return companion;
  };
  return {
    brand,
    rep,
    on: (server) => createRepsDialler(createDialler(server.client, brand), rep),
    tabAt,
    companionAt,
    tab: async (server, transport) => {
      const tab = new Tab(tabAt(server, transport));
      deployment.clients.push(tab);
      await tab.hears('call.state');
      return tab;
    },
    newCompanion,
    companion: async (server, transport) => {
      const companion = newCompanion(server, transport);
      await companion.hears('recording.state');
      return companion;
    },
  };
}
