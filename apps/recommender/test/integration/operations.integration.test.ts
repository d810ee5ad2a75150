import { recommenderHealthSchema } from '@callside/schemas';
import { until } from '@callside/test-kit';
import { aPhone, purchase, recommend } from '../support/answers.ts';
import { type ServiceUnderTest, startService } from '../support/service-under-test.ts';
import { products } from '../support/shop.ts';

let service: ServiceUnderTest;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

describe.each(['/health', '/openapi.json', '/docs', '/docs/api-reference.js'])('%s', (path) => {
  test('answers without a key, on any host', async () => {
    for (const host of ['nobody.example', '127.0.0.1:4200', '']) {
      expect((await service.clients[0].send({ method: 'GET', path, headers: { host } })).status).toBe(200);
    }
  });

  test('refuses other methods with 405 and Allow', async () => {
    const answer = await service.clients[0].send({ method: 'POST', path });
    expect(answer).toMatchObject({ status: 405, json: { detail: expect.any(String) } });
    expect(answer.headers.allow).toMatch(/\bGET\b/);
  });
});

test('/metrics answers on any host', async () => {
  const read = (host: string) => service.clients[0].send({ method: 'GET', path: '/metrics', headers: { host } });
  expect((await read('127.0.0.1:4200')).status).toBe(200);
  expect((await read('offers.brand.example')).status).toBe(200);
});

test('/health is ok when everything works, and says what is in service', async () => {
  const answer = await service.get('/health');
  expect(answer.status).toBe(200);
  expect(answer.headers['cache-control']).toBe('no-store');
  expect(recommenderHealthSchema.parse(answer.json)).toEqual(answer.json);
  expect(answer.json).toMatchObject({
    status: 'ok',
    brand: service.brand.slug,
    catalog: { status: 'ok', items: products.length, version: (await recommend(service)).catalog_version },
    stock: { status: 'ok', in_stock: products.filter(({ stock }) => stock !== 0).length },
    model: { status: 'ok', artifact_version: 'fake-1' },
    history: { status: 'ok' },
    database: { status: 'up' },
  });
});

test('/openapi.json describes the operations, the administration of models, webhooks of shops and no other POST', async () => {
  const { json } = await service.get('/openapi.json');
  expect(json).toMatchObject({ openapi: expect.stringMatching(/^3\.1/) });
  const posted = Object.entries(Object(Object(json).paths)).filter(([, item]) => Object(item).post !== undefined);
  expect(posted.map(([path]) => path).sort()).toEqual([
    '/admin/models/rollback',
    '/admin/models/train',
    '/admin/models/{version}/evaluate',
    '/admin/models/{version}/publish',
    '/admin/preview',
    '/purchase',
    '/purchase/{purchase_id}/void',
    '/recommend',
    '/shops/{shop}',
  ]);
});

test('/openapi.json names every field', async () => {
  const { text } = await service.get('/openapi.json');
  for (const field of ['customer_order_history', 'num_items', 'matched_revenue', 'order_line_id', 'reasons']) {
    expect(text).toContain(field);
  }
});

test('/metrics counts by outcome, and contains no phone numbers, SKUs or paths of requests', async () => {
  const { recommendation_id } = await recommend(service, { purchased_skus: ['401'], customer_order_history: [] });
  await recommend(service, { phone: '0000000000' });
  await purchase(service, { recommendation_id, purchased_skus: ['402', '501'] });
  await service.post('/purchase', { phone: aPhone, recommendation_id: 'unknown' });
  await service.get('/some/path/that/somebody/made-up');
  const { text } = await service.get('/metrics');
  for (const line of [
    /http_request_duration_seconds_count\{[^}]*route="\/recommend"[^}]*\} \d/,
    /recommendations_total\{outcome="ranked",history="supplied"[^}]*\} 1/,
    /recommendations_total\{outcome="fallback",history="not_found"[^}]*\} \d/,
    /recommendation_stage_seconds_count\{[^}]*stage="prepare"[^}]*\} \d/,
    /recommendation_stage_seconds_count\{[^}]*stage="score"[^}]*\} \d/,
    /recommendation_stage_seconds_count\{[^}]*stage="record"[^}]*\} \d/,
    /recommendation_candidates_count\{[^}]*\} \d/,
    /recommendation_batch_size_count\{[^}]*\} \d/,
    /purchases_total\{outcome="recorded",converted="\w+"[^}]*\} 1/,
    /purchases_total\{outcome="unknown"[^}]*\} 1/,
    /model_failures_total\{[^}]*\} 0/,
    /history_lookup_failures_total\{[^}]*\} 0/,
    new RegExp(`catalog_items\\{[^}]*\\} ${products.length}`),
    /stock_age_seconds\{[^}]*\} \d/,
  ]) {
    expect(text).toMatch(line);
  }
  for (const secret of ['made-up', '5550134', service.key, '"401"']) expect(text).not.toContain(secret);
});

describe('the age of stock in /health', () => {
  const stockOf = async () => ((await service.get('/health')).json as { stock: Record<string, unknown> }).stock;
  const setImported = (ago: string) =>
    service.query('UPDATE data_versions SET stock_imported_at = now() - $2::interval WHERE brand_id = $1', [
      service.brand.id,
      ago,
    ]);

  test("is that of the last import, at any time of the service's last read", async () => {
    await setImported('1 hour');
    await until('the age is known', async () => Number((await stockOf()).age_seconds) > 3_000);
    expect((await service.get('/health')).json).toMatchObject({ status: 'degraded', stock: { status: 'stale' } });
    expect((await service.get('/metrics')).text).toMatch(/stock_age_seconds\{[^}]*\} 36\d\d/);
  });

  test('starts from 0 with an import that changed nothing', async () => {
    await setImported('0 seconds');
    await until('the import is known', async () => (await stockOf()).status === 'ok');
    expect((await service.get('/health')).json).toMatchObject({ status: 'ok' });
  });
});
