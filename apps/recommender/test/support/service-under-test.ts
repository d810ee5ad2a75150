import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { type Pool, type Query, queryThrough } from '@callside/database';
import { createTestDatabase, createTestPool } from '@callside/database/testing';
import { createMetrics } from '@callside/service-kit';
import { CapturedLog, type HttpAnswer, HttpClient, until } from '@callside/test-kit';
import { createService } from '../../src/create-service.ts';
import type { Environment } from '../../src/settings.ts';
import { FakeRanker } from './fake-ranker.ts';
import { loggerTo } from './logger.ts';
import { addBrand, addKey, addProducts, keyPrefix, type Product, products, type TestBrand } from './shop.ts';

export interface ServiceUnderTest {
  /** One per server, in the order of their start. */
  clients: [HttpClient, ...HttpClient[]];
  brand: TestBrand;
  /** A key of the brand for the recommender. */
  key: string;
  query: Query;
  pool: Pool;
  databaseUrl: string;
  ranker: FakeRanker;
  /** Posts a body with the key: a text unchanged, an object as JSON. */
  post: (path: string, body: string | object, headers?: Record<string, string>) => Promise<HttpAnswer>;
  get: (path: string) => Promise<HttpAnswer>;
  /** Everything that the servers have logged, as text. */
  logged: () => string;
  close: () => Promise<void>;
}

interface Options {
  /** Servers of one deployment, on one database. */
  servers?: number;
  catalogue?: readonly Product[];
  environment?: Partial<Environment>;
  unsignedPerMinute?: number;
  /** Stores more data before the start. */
  prepare?: (query: Query, brand: TestBrand) => Promise<void>;
}

/** The service in this process, on a new database with a small shop of one brand, ranked by a fake model. */
export async function startService({
  servers = 1,
  catalogue = products,
  environment = {},
  unsignedPerMinute,
  prepare = async () => {},
}: Options = {}): Promise<ServiceUnderTest> {
  const database = await createTestDatabase();
  const pool = createTestPool(database.url, 4);
  const query = queryThrough(pool);
  const brand = await addBrand(query);
  const { key } = await addKey(query, brand);
  await addProducts(query, brand, catalogue);
  await prepare(query, brand);
  const log = new CapturedLog();
  const ranker = new FakeRanker();

  const running = await Promise.all(
    Array.from({ length: servers }, async () => {
      const service = createService(
        {
          DATABASE_URL: database.url,
          PORT: 0,
          BIND: '127.0.0.1',
          DRAIN_SECONDS: 0,
          LOG_LEVEL: 'info',
          KEY_PREFIX: keyPrefix,
          TRUST_PROXY: [],
          RATE_LIMIT_REQUESTS_PER_MINUTE: 0,
          BRAND: brand.slug,
          STOCK_REFRESH_SECONDS: 60,
          STOCK_STALE_MINUTES: 30,
          SIZED_ARTICLE_TYPES: ['ring', 'bracelet', 'bangle'],
          ARTIFACT_DIR: '/nowhere',
          ...environment,
        },
        {
          logger: loggerTo(log),
          metrics: createMetrics({ service: 'recommender' }),
          ranker,
          ...(unsignedPerMinute !== undefined && { unsignedPerMinute }),
        },
      );
      const problem = await service.start();
      if (problem !== null) throw new Error(problem);
      service.server.listen(0, '127.0.0.1');
      await once(service.server, 'listening');
      return { service, client: new HttpClient(portOf(service.server.address())) };
    }),
  );
  const [first, ...others] = running.map(({ client }) => client);
  if (first === undefined) throw new Error('a service under test has one server at least');
  for (const client of [first, ...others]) {
    await until(
      'the catalogue is loaded',
      async () => (await client.send({ method: 'GET', path: '/health' })).status === 200,
    );
  }

  return {
    clients: [first, ...others],
    brand,
    key,
    query,
    pool,
    databaseUrl: database.url,
    ranker,
    post: (path, body, headers = {}) =>
      first.send({
        path,
        headers: { 'x-api-key': key, 'content-type': 'application/json', ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    get: (path) => first.send({ method: 'GET', path }),
    logged: () => log.text,
    close: async () => {
      for (const { client, service } of running) {
        client.close();
        service.server.close();
      }
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
