import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { createPool, migrate, type Pool, queryThrough } from '@callside/database';
import { builtService, type HttpAnswer, PostgresProcess, ServiceProcess, until } from '@callside/test-kit';
import { aPhone } from '../support/answers.ts';
import { addBrand, addCustomer, addKey, addProducts } from '../support/shop.ts';

const credential = 'the service credential';
/** A caller waits 3 seconds. A database that hangs costs at most two timeouts: of the history and of the record. */
const patienceMs = 5_000;

let postgres: PostgresProcess;
let pool: Pool;
let server: ServiceProcess;
let key: string;

beforeAll(async () => {
  postgres = await PostgresProcess.start();
  await migrate({ url: postgres.url });
  pool = createPool({ url: postgres.url, maxConnections: 2, applicationName: 'test' });
  const query = queryThrough(pool);
  const brand = await addBrand(query);
  await addProducts(query, brand);
  await addCustomer(query, brand, { phone: aPhone, lines: [{ sku: '401', date: '2026-01-02' }] });
  ({ key } = await addKey(query, brand));
  server = await ServiceProcess.start({
    program: builtService('recommender'),
    settings: {
      DATABASE_URL: postgres.url,
      SERVICE_KEY_SHA256: createHash('sha256').update(credential).digest('hex'),
    },
  });
});
afterAll(async () => {
  await server.stop();
  await pool.end();
  await postgres.remove();
});

async function timed(request: Promise<HttpAnswer>): Promise<HttpAnswer & { ms: number }> {
  const startedAt = performance.now();
  return { ...(await request), ms: performance.now() - startedAt };
}

const health = () => server.client.send({ method: 'GET', path: '/health' });

function ask(presented = key, body: object = { phone: aPhone }, path = '/recommend') {
  return server.client.send({ path, headers: { 'x-api-key': presented }, body: JSON.stringify(body) });
}

function expectUnavailable({ status, json, headers, text }: HttpAnswer): void {
  expect(status).toBe(503);
  expect(json).toEqual({ detail: expect.any(String), request_id: headers['x-request-id'] });
  expect(headers['retry-after']).toMatch(/^\d+$/);
  expect(text).not.toMatch(/postgres|ECONN|sql|timeout|timed out|pool|127\.0\.0\.1|\bat /i);
}

async function expectRecovery(): Promise<void> {
  await until('the service serves', async () => (await health()).status === 200);
  await until('histories are read', async () => Object((await ask()).json).customer_found === true);
  const { json } = await ask();
  const { recommendation_id } = Object(json);
  const confirmed = await ask(key, { phone: aPhone, recommendation_id, purchased_skus: ['401'] }, '/purchase');
  expect(confirmed).toMatchObject({ status: 200, json: { recorded: true } });
}

describe('a PostgreSQL that is stopped', () => {
  afterEach(() => postgres.startAgain().catch(() => {}));

  test('gives 503 at once, for any key and history, and the service recovers by itself', async () => {
    await postgres.stop();
    const supplied = { phone: aPhone, customer_order_history: [{ sku: '401' }] };
    for (const request of [ask(), ask(credential), ask(credential, supplied), ask('wrong')]) {
      const refused = await timed(request);
      expectUnavailable(refused);
      expect(refused.ms).toBeLessThan(1_500);
    }
    const id = '00000000-0000-4000-8000-000000000000';
    expectUnavailable(await ask(credential, { phone: aPhone, recommendation_id: id }, '/purchase'));
    const ill = await timed(health());
    expect(ill).toMatchObject({
      status: 503,
      json: { status: 'degraded', database: { status: 'down' }, catalog: { items: 16 } },
    });
    expect(ill.ms).toBeLessThan(1_500);
    expect((await server.client.send({ method: 'GET', path: '/metrics' })).status).toBe(200);
    await postgres.startAgain();
    await expectRecovery();
  });

  test('does not affect requests that need no database: broken JSON, fields and unknown ids', async () => {
    await postgres.stop();
    const broken = await server.client.send({ path: '/recommend', headers: { 'x-api-key': credential }, body: '{' });
    expect(broken.status).toBe(422);
    expect((await ask(credential, { phone: '1' })).status).toBe(422);
    expect((await ask(credential, { phone: aPhone, recommendation_id: 'nothing' }, '/purchase')).status).toBe(404);
    await postgres.startAgain();
    await expectRecovery();
  });
});

describe('a PostgreSQL that hangs', () => {
  afterEach(() => postgres.wake());

  test('gives 503 in time, and the service recovers by itself', async () => {
    await postgres.hang();
    const requests = [ask(), ask(credential), ask(credential, { phone: aPhone, customer_order_history: [] })];
    for (const one of await Promise.all(requests.map(timed))) {
      expectUnavailable(one);
      expect(one.ms).toBeLessThan(patienceMs);
    }
    // The response may still be up to one second old.
    await until('health says so', async () => (await health()).status === 503);
    const ill = await timed(health());
    expect(ill).toMatchObject({
      status: 503,
      json: { database: { status: 'down' }, history: { status: 'unavailable' } },
    });
    expect(ill.ms).toBeLessThan(patienceMs);
    await postgres.wake();
    await expectRecovery();
  });

  test('every request is answered in time when PostgreSQL hangs under traffic, and every 200 is stored', async () => {
    const answers: { status: number; ms: number; id: unknown }[] = [];
    let isOver = false;
    const callers = Array.from({ length: 8 }, async (_, caller) => {
      while (!isOver) {
        const { status, ms, json } = await timed(ask(caller % 2 === 0 ? key : credential));
        answers.push({ status, ms, id: Object(json).recommendation_id });
        await pause(20);
      }
    });
    await until('some traffic', () => answers.length > 50);
    await postgres.hang();
    await pause(6_000);
    await postgres.wake();
    await until('the service serves', async () => (await health()).status === 200);
    await pause(300);
    isOver = true;
    await Promise.all(callers);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 503]));
    expect(Math.max(...answers.map(({ ms }) => ms))).toBeLessThan(patienceMs);
    const ids = answers.flatMap(({ status, id }) => (status === 200 ? [id] : []));
    const { rows } = await pool.query('SELECT FROM recommendations WHERE id = ANY ($1::uuid[])', [ids]);
    expect(rows).toHaveLength(ids.length);
    await expectRecovery();
  });
});
