import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPool, type Pool, type Query, queryThrough } from '@callside/database';
import {
  createEmptyTestDatabase,
  createTestDatabase,
  createTestPool,
  type TestDatabase,
} from '@callside/database/testing';
import { builtService, ServiceProcess, until } from '@callside/test-kit';
import { aPhone } from '../support/answers.ts';
import { addBrand, addKey, addProducts } from '../support/shop.ts';

const badSettings = 78;

let database: TestDatabase;
let pool: Pool;
let query: Query;
const servers: ServiceProcess[] = [];

beforeEach(async () => {
  database = await createTestDatabase();
  pool = createTestPool(database.url);
  query = queryThrough(pool);
});
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.stop()));
  await pool.end();
  await database.drop();
});

async function start(settings: Record<string, string> = {}): Promise<ServiceProcess> {
  const server = await ServiceProcess.start({
    program: builtService('recommender'),
    settings: { DATABASE_URL: database.url, ...settings },
  });
  servers.push(server);
  return server;
}

/** Output of a process that does not start, by line. */
async function refusal(settings: Record<string, string>): Promise<string[]> {
  const server = ServiceProcess.spawn({
    program: builtService('recommender'),
    settings: { DATABASE_URL: database.url, ...settings },
  });
  servers.push(server);
  expect(await server.ended()).toEqual({ code: badSettings, signal: null });
  return server.log.split('\n').filter((line) => !line.startsWith('{'));
}

const health = (server: ServiceProcess) => server.client.send({ method: 'GET', path: '/health' });

/** A service that has loaded its shop: it listens before, when that takes long. */
async function startServing(settings: Record<string, string> = {}): Promise<ServiceProcess> {
  const server = await start(settings);
  await until('the service serves', async () => (await health(server)).status === 200);
  return server;
}

test('ONNX Runtime sends no usage data to its vendor', async () => {
  await addProducts(query, await addBrand(query));
  const directory = await mkdtemp(join(tmpdir(), 'onnx-runtime-'));
  try {
    const server = await start({ TMPDIR: directory, ORT_DISABLE_TELEMETRY: '0' });
    await until('the model is loaded', async () => Object((await health(server)).json).model.status === 'ok');
    // ONNX Runtime creates files there at the start when its usage reporting is on.
    expect(await readdir(directory)).toEqual([]);
  } finally {
    await rm(directory, { recursive: true });
  }
});

test('the only brand is served, without a secret for sessions', async () => {
  const brand = await addBrand(query);
  await addProducts(query, brand);
  const { key } = await addKey(query, brand);
  const server = await startServing();
  expect(await health(server)).toMatchObject({ status: 200, json: { brand: brand.slug, catalog: { status: 'ok' } } });
  const answer = await server.client.send({
    path: '/recommend',
    headers: { 'x-api-key': key },
    body: JSON.stringify({ phone: aPhone }),
  });
  expect(answer).toMatchObject({ status: 200, json: { recommendation: { rank: 1 } } });
});

test('a database without migrations is not served: one line names the command, exit code 78', async () => {
  const empty = await createEmptyTestDatabase();
  try {
    const [line = '', ...others] = await refusal({ DATABASE_URL: empty.url });
    expect(line).toMatch(/^recommender: the database lacks \d+ migration\(s\), .*callside db migrate$/);
    expect(others).toEqual([]);
  } finally {
    await empty.drop();
  }
});

test('listening is one line of JSON with the bound port and the service', async () => {
  await addBrand(query);
  const server = await start();
  const lines = server.log.split('\n').filter((line) => line.includes('"msg":"listening"'));
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ port: server.client.port, service: 'recommender', level: 'info' });
});

test('with several brands, the brand of BRAND is served, and only its keys are valid', async () => {
  const [one, other] = [await addBrand(query), await addBrand(query)];
  const keys = [await addKey(query, one), await addKey(query, other)];
  const server = await startServing({ BRAND: other.slug });
  const statuses = await Promise.all(
    keys.map(({ key }) =>
      server.client.send({
        path: '/recommend',
        headers: { 'x-api-key': key },
        body: JSON.stringify({ phone: aPhone }),
      }),
    ),
  );
  expect(statuses.map(({ status }) => status)).toEqual([401, 200]);
});

describe('a failed start ends with 78 and one line that says what to do', () => {
  test('a start without any brand fails and says what to do', async () => {
    expect(await refusal({})).toEqual([expect.stringMatching(/no brand.*callside brand create/)]);
  });

  test('a start with several brands and no BRAND fails and says what to do', async () => {
    const { slug } = await addBrand(query);
    await addBrand(query);
    expect(await refusal({})).toEqual([expect.stringMatching(`^BRAND is not set.*Example: BRAND=${slug}$`)]);
  });

  test('a start with an unknown BRAND fails, and the value is not repeated', async () => {
    await addBrand(query);
    const lines = await refusal({ BRAND: 'hunter2' });
    expect(lines).toEqual([expect.stringMatching(/^BRAND is not valid.*callside brand list/)]);
    expect(lines.join()).not.toContain('hunter2');
  });
});

test('invalid settings end the start with 78; each is named with its problem and an example, but not its value', async () => {
  const lines = await refusal({
    DATABASE_URL: 'mysql://hunter2',
    PORT: '99999',
    LOG_LEVEL: 'hunter2',
    SERVICE_KEY_SHA256: 'hunter2',
    STOCK_REFRESH_SECONDS: '0',
  });
  expect(lines).toEqual([
    expect.stringMatching(/^DATABASE_URL is not valid: must be a postgres:\/\/ URL\. Example: DATABASE_URL=/),
    expect.stringMatching(/^PORT is not valid: .*Example: PORT=4200$/),
    expect.stringMatching(/^LOG_LEVEL is not valid: .*Example: LOG_LEVEL=info$/),
    expect.stringMatching(/^SERVICE_KEY_SHA256 is not valid: .*64 hexadecimal digits\. Example: SERVICE_KEY_SHA256=/),
    expect.stringMatching(/^STOCK_REFRESH_SECONDS is not valid: .*Example: STOCK_REFRESH_SECONDS=60$/),
  ]);
  expect(lines.join()).not.toContain('hunter2');
});

test('an empty SIZED_ARTICLE_TYPES switches the size gate off', async () => {
  const brand = await addBrand(query);
  await addProducts(query, brand, [{ sku: '1', title: 'Ring', type: 'Ring', size: '7' }]);
  const { key } = await addKey(query, brand);
  const body = JSON.stringify({ phone: '0000000000' });
  const ask = async (server: ServiceProcess) =>
    Object((await server.client.send({ path: '/recommend', headers: { 'x-api-key': key }, body })).json).recommendation;
  expect(await ask(await startServing())).toBeNull();
  expect(await ask(await startServing({ SIZED_ARTICLE_TYPES: '' }))).toMatchObject({ sku: '1', size: 7 });
});

test('a start without the database waits for it: 503 until the database returned the brand', async () => {
  const brand = await addBrand(query);
  await addProducts(query, brand);
  const { key } = await addKey(query, brand);
  const name = new URL(database.url).pathname.slice(1);
  const admin = createPool({
    url: new URL('/postgres', database.url).href,
    maxConnections: 1,
    applicationName: 'test admin',
  });
  await pool.end();
  await admin.query(`ALTER DATABASE ${name} WITH ALLOW_CONNECTIONS false`);
  const server = await start();
  expect(await health(server)).toMatchObject({
    status: 503,
    json: { status: 'degraded', brand: null, catalog: { status: 'not_loaded' }, database: { status: 'down' } },
  });
  const ask = () =>
    server.client.send({ path: '/recommend', headers: { 'x-api-key': key }, body: JSON.stringify({ phone: aPhone }) });
  const refused = await ask();
  expect(refused).toMatchObject({ status: 503, json: { detail: expect.any(String), request_id: expect.any(String) } });
  expect(refused.headers['retry-after']).toMatch(/^\d+$/);
  await admin.query(`ALTER DATABASE ${name} WITH ALLOW_CONNECTIONS true`);
  await admin.end();
  pool = createTestPool(database.url);
  await until('the service serves', async () => (await health(server)).status === 200);
  expect((await ask()).status).toBe(200);
});
