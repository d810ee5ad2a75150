import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createSessionTokens } from '@callside/auth';
import { type RecommenderHealth, type RecommenderOverview, recommenderOverviewSchema } from '@callside/schemas';
import { addBrand, addUser, type TestBrand, type TestUser } from '../../test/support/organisations.ts';
import { Reader } from '../../test/support/reader.ts';
import { Shop } from '../../test/support/results-on-file.ts';
import { type ServiceUnderTest, sessionSecret, startService } from '../../test/support/service-under-test.ts';

// What call-events forwards to the recommender, and what it answers when the recommender refuses or is unavailable.
// The tests of the recommender cover its own side.

interface Answer {
  status: number;
  body: unknown;
}

let service: ServiceUnderTest;
let recommender: Server;
let brand: TestBrand;
let owner: TestUser;
let reader: Reader;
let health: RecommenderHealth;
let answer: Answer;
let asked: { method: string | undefined; url: string | undefined; headers: IncomingMessage['headers']; body: string }[];

const models = {
  brand: 'acme',
  in_service: { version: 'default-1', origin: 'bundled', trained_at: null, problem: null, figures: {} },
  published: null,
  rollback_to: null,
  items: [],
};

beforeAll(async () => {
  recommender = createServer(async (request, response) => {
    const { method, url, headers } = request;
    let body = '';
    for await (const part of request) body += String(part);
    const isHealth = url === '/health';
    if (!isHealth) asked.push({ method, url, headers, body });
    response.writeHead(isHealth ? 200 : answer.status, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify(isHealth ? health : answer.body));
  }).listen(0, '127.0.0.1');
  await once(recommender, 'listening');
  const { port } = recommender.address() as AddressInfo;
  service = await startService({ settings: { RECOMMENDER_URL: `http://127.0.0.1:${port}` } });
});
beforeEach(async () => {
  brand = await addBrand(service);
  owner = await addUser(service, brand, { role: 'owner' });
  reader = await Reader.of(service.clients[0], brand, owner);
  asked = [];
  answer = { status: 200, body: models };
  health = {
    status: 'ok',
    brand: brand.slug,
    catalog: { status: 'ok', items: 3, version: 'c', loaded_at: null },
    stock: { status: 'ok', in_stock: 3, refreshed_at: null, age_seconds: 1, imported_at: null },
    orders: null,
    model: {
      status: 'ok',
      artifact_version: 'default-1',
      feature_schema_hash: 'f',
      origin: 'bundled',
      trained_at: null,
    },
    history: { status: 'ok' },
    database: { status: 'up' },
  };
});
afterAll(async () => {
  recommender.closeAllConnections();
  recommender.close();
  await service.close();
});

const read = async () => {
  const overview = await reader.read<RecommenderOverview>('/recommender');
  expect(recommenderOverviewSchema.parse(overview)).toEqual(overview);
  return overview;
};

it('the page shows the catalogue and the stock from the database, and the models from the recommender', async () => {
  await new Shop(service, brand).addProducts([
    { sku: '1', price: '100', type: 'Ring' },
    { sku: '2', price: '100', type: 'Ring' },
    { sku: '3', price: '100', type: 'Ring' },
  ]);
  await service.query(`UPDATE catalog_items SET retired_at = now() WHERE brand_id = $1 AND sku = '3'`, [brand.id]);
  await service.query(
    `INSERT INTO stock_levels (brand_id, sku, on_hand) VALUES ($1, '1', 4), ($1, '2', 0), ($1, '3', 9)`,
    [brand.id],
  );
  await service.query(
    `INSERT INTO data_versions (brand_id, stock_imported_at) VALUES ($1, now() - interval '1 hour')`,
    [brand.id],
  );
  const overview = await read();
  expect(overview).toMatchObject({
    catalogue: { items: 2, retired: 1 },
    stock: { items_in_stock: 1, age_seconds: expect.any(Number) },
    recommender: { state: 'connected', models, problem: null },
  });
  expect(overview.stock.age_seconds).toBeGreaterThanOrEqual(3600);
});

it('the service requests with a token of one minute for the owner, which is valid for nothing else', async () => {
  await read();
  const [request] = asked;
  const token = request?.headers.authorization?.replace('Bearer ', '') ?? '';
  const { verify } = createSessionTokens({ secrets: [sessionSecret] });
  const session = verify(token, 'recommender', new Date());
  expect(session).toMatchObject({ userId: owner.id, brandId: brand.id });
  expect(session?.expiresAt.getTime()).toBeLessThanOrEqual(Date.now() + 60_000);
  for (const audience of ['api', 'tab', 'companion'] as const) expect(verify(token, audience, new Date())).toBeNull();
  const other = await service.clients[0].send({
    method: 'GET',
    path: `/${brand.slug}/results`,
    headers: { host: brand.host, authorization: `Bearer ${token}` },
  });
  expect(other.status).toBe(401);
});

it('the service forwards a publication and a rollback', async () => {
  answer = { status: 200, body: { current: 'a', previous: 'b' } };
  const rolledBack = await reader.send('POST', '/recommender/models/rollback');
  expect([rolledBack.status, rolledBack.json]).toEqual([200, { current: 'a', previous: 'b' }]);
  answer = { status: 404, body: { detail: 'There is no such model.' } };
  const published = await reader.send('POST', '/recommender/models/a%2F..%2Fb/publish', { force: true });
  expect([published.status, published.json]).toEqual([404, { detail: 'There is no such model.' }]);
  expect(asked.map(({ method, url, body }) => [method, url, body])).toEqual([
    ['POST', '/admin/models/rollback', ''],
    ['POST', '/admin/models/a%2F..%2Fb/publish', '{"force":true}'],
  ]);
});

it('the service forwards a preview with all that was sent, and adds the titles of the reasons', async () => {
  await new Shop(service, brand).addProducts([{ sku: 'ring-1', price: '100', type: 'Ring' }]);
  const offer = {
    rank: 1,
    sku: '2',
    title: 'Clasp',
    web_price: 9,
    article_type: 'Clasp',
    size: 0,
    rerank_score: 1,
    slot: 1,
  };
  const previewed = {
    recommendations: [{ ...offer, reasons: ['often_bought_with:ring-1', 'popular'] }],
    recommendation: null,
    resolved_purchased: [],
    history_size: 0,
    customer_found: false,
    normalized_phone: '0000000000',
    fallback: true,
    feature_schema_hash: 'f',
    artifact_version: 'none',
    catalog_version: 'c',
  };
  answer = { status: 200, body: previewed };
  const body = { phone: '0000000000', rules: false, context: { campaign: 'spring' } };
  const { status, json } = await reader.send('POST', '/recommender/preview', body);
  expect([status, json]).toEqual([200, { ...previewed, titles: { 'ring-1': 'ring-1' } }]);
  expect(asked.map(({ url, body: sent }) => [url, JSON.parse(sent)])).toEqual([['/admin/preview', body]]);
});

it.each<[string, Answer, number, string]>([
  [
    'a problem of the model',
    { status: 422, body: { detail: [{ type: 'value_error', loc: ['path', 'version'], msg: 'it is damaged' }] } },
    422,
    'it is damaged',
  ],
  [
    'a refused token',
    { status: 401, body: { detail: 'Session token is invalid or missing.' } },
    503,
    'SESSION_SECRET must be the same',
  ],
  [
    'a busy recommender',
    { status: 503, body: { detail: 'Another model is being measured.' } },
    503,
    'Another model is being measured.',
  ],
  [
    'a fault of the recommender',
    { status: 500, body: { detail: 'internal error' } },
    503,
    'The recommender does not answer.',
  ],
  ['an invalid answer', { status: 200, body: ['?'] }, 503, 'The recommender does not answer.'],
])('the service answers %s with its own status and a clear text', async (_title, given, status, text) => {
  answer = given;
  const { status: answered, text: body } = await reader.send('POST', '/recommender/models/rollback');
  expect(answered).toBe(status);
  expect(body).toContain(text);
});

it('the page is served when the recommender refuses, serves another brand or is unavailable', async () => {
  answer = { status: 401, body: { detail: 'no' } };
  expect((await read()).recommender).toMatchObject({
    state: 'refused',
    models: null,
    problem: expect.stringContaining('SESSION_SECRET'),
  });
  health = { ...health, brand: 'another' };
  expect((await read()).recommender).toEqual({ state: 'another_brand', health: null, models: null, problem: null });
  const forwarded = await reader.send('POST', '/recommender/models/rollback');
  expect([forwarded.status, forwarded.json]).toEqual([404, { detail: 'No recommender is connected for this brand.' }]);
  const alone = await startService({ settings: { RECOMMENDER_URL: 'http://127.0.0.1:1' } });
  try {
    const theirs = await addBrand(alone);
    const away = await Reader.of(alone.clients[0], theirs, await addUser(alone, theirs, { role: 'owner' }));
    expect((await away.read<RecommenderOverview>('/recommender')).recommender.state).toBe('unreachable');
    expect((await away.send('POST', '/recommender/models/rollback')).status).toBe(503);
  } finally {
    await alone.close();
  }
});
