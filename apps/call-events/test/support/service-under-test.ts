import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { type PoolClient, queryThrough } from '@callside/database';
import { createTestDatabase, createTestPool } from '@callside/database/testing';
import { createLogger, createMetrics } from '@callside/service-kit';
import { CapturedLog, HttpClient } from '@callside/test-kit';
import { createService } from '../../src/create-service.ts';
import type { MostPerMinute } from '../../src/rate-limits.ts';
import type { Environment } from '../../src/settings.ts';

export const keyPrefix = 'cs';
export const sessionSecret = 'a secret that is only good for tests';

type Rows = <Row>(text: string, values?: readonly unknown[]) => Promise<Row[]>;

export interface ServiceUnderTest {
  /** One for each server, in order of start. */
  clients: [HttpClient, ...HttpClient[]];
  query: Rows;
  /** A connection for a transaction. */
  connect: () => Promise<PoolClient>;
  databaseUrl: string;
  /** All log lines of the servers. */
  logged: () => string;
  close: () => Promise<void>;
}

interface Options {
  /** Servers of one deployment, on one database. */
  servers?: number;
  trustProxy?: string[];
  /** The Redis of the deployment; without it each server acts as the only instance. */
  redisUrl?: string;
  publicUrl?: string;
  /** Used instead of the fresh database; for a database that does not exist. */
  servedDatabaseUrl?: string;
  settings?: Partial<Environment>;
  rates?: Partial<MostPerMinute>;
}

/** The service in this process, with a fresh database that `close` removes. */
export async function startService({
  servers = 1,
  trustProxy = [],
  redisUrl,
  publicUrl,
  servedDatabaseUrl,
  settings = {},
  rates = {},
}: Options = {}): Promise<ServiceUnderTest> {
  const database = await createTestDatabase();
  const pool = createTestPool(database.url);
  const log = new CapturedLog();

  const running = await Promise.all(
    Array.from({ length: servers }, async () => {
      const service = createService(
        {
          DATABASE_URL: servedDatabaseUrl ?? database.url,
          PORT: 0,
          BIND: '127.0.0.1',
          DRAIN_SECONDS: 0,
          LOG_LEVEL: 'info',
          KEY_PREFIX: keyPrefix,
          SESSION_SECRET: [sessionSecret],
          ...(redisUrl !== undefined && { REDIS_URL: redisUrl }),
          ...(publicUrl !== undefined && { PUBLIC_URL: publicUrl }),
          TRANSCRIPTION_LEASE_SECONDS: 150,
          TRANSCRIPTION_ORPHAN_SECONDS: 120,
          TRUST_PROXY: trustProxy,
          TEST_CALLS: false,
          ENDPOINTS_ALLOW_PRIVATE: false,
          SIZED_ARTICLE_TYPES: ['ring'],
          ...settings,
        },
        {
          logger: createLogger({ service: 'call-events', level: 'info', destination: log }),
          metrics: createMetrics({ service: 'call-events' }),
          rates,
        },
      );
      await service.start();
      service.server.listen(0, '127.0.0.1');
      await once(service.server, 'listening');
      return { service, client: new HttpClient(portOf(service.server.address())) };
    }),
  );
  const [first, ...others] = running.map(({ client }) => client);
  if (first === undefined) throw new Error('a service under test has one server at least');

  return {
    clients: [first, ...others],
    query: queryThrough(pool),
    connect: () => pool.connect(),
    databaseUrl: database.url,
    logged: () => log.text,
    close: async () => {
      for (const { client } of running) client.close();
      await Promise.all(running.map(({ service }) => service.close()));
      await pool.end();
      await database.drop();
    },
  };
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('the server does not listen');
  return address.port;
}
