import { addBrand, type TestBrand } from '../support/organisations.ts';
import { newRep } from '../support/scene.ts';
import { type ServiceUnderTest, startService } from '../support/service-under-test.ts';

let service: ServiceUnderTest;
let brand: TestBrand;

beforeAll(async () => {
  service = await startService();
  brand = await addBrand(service);
});
afterAll(() => service.close());

function get(path: string, host = brand.host, method = 'GET') {
  return service.clients[0].send({ method, path, headers: { host } });
}

const paths = ['/health', '/metrics', '/openapi.json', '/docs', '/docs/asyncapi.json', '/docs/api-reference.js'];

describe.each(paths)('%s', (path) => {
  test('answers on any host, without a key', async () => {
    for (const host of [brand.host, 'nobody.example', '127.0.0.1:4100', '10.0.0.7', '[::1]:80', '', '@']) {
      expect((await get(path, host)).status).toBe(200);
    }
  });

  test('refuses other methods with 405 and Allow', async () => {
    for (const method of ['POST', 'PUT', 'DELETE']) {
      const answer = await get(path, brand.host, method);
      expect(answer).toMatchObject({ status: 405, json: { detail: expect.any(String) } });
      expect(answer.headers.allow).toMatch(/\bGET\b/);
    }
  });

  test('answers HEAD', async () => {
    expect(await get(path, brand.host, 'HEAD')).toMatchObject({ status: 200, text: '' });
  });
});

test('/health is ok while the database answers', async () => {
  expect(await get('/health')).toMatchObject({ status: 200, json: { status: 'ok', database: 'up' } });
});

test('/docs/asyncapi.json describes the sockets', async () => {
  const { status, json } = await get('/docs/asyncapi.json');
  expect(status).toBe(200);
  expect(json).toMatchObject({
    asyncapi: '3.0.0',
    channels: { rep: { address: '/rep' }, companion: { address: '/companion' } },
  });
});

test('/openapi.json describes the six endpoints, platforms, what users may do and no other POST endpoint', async () => {
  const { json } = await get('/openapi.json');
  expect(json).toMatchObject({ openapi: expect.stringMatching(/^3\.1/) });
  const posted = Object.entries(Object(Object(json).paths)).filter(([, item]) => Object(item).post !== undefined);
  expect(posted.map(([path]) => path).sort()).toEqual([
    '/call-events/call-ended',
    '/call-events/call-started',
    '/call-events/hold-ended',
    '/call-events/hold-started',
    '/call-events/recording-paused',
    '/call-events/recording-resumed',
    '/integrations/{platform}',
    '/{brand}/calls/{reference}/objection',
    '/{brand}/calls/{reference}/offers',
    '/{brand}/calls/{reference}/outcomes',
    '/{brand}/embed-tokens',
    '/{brand}/events/refused/{id}/resend',
    '/{brand}/recommender/models/rollback',
    '/{brand}/recommender/models/train',
    '/{brand}/recommender/models/{version}/evaluate',
    '/{brand}/recommender/models/{version}/publish',
    '/{brand}/recommender/preview',
    '/{brand}/recommender/rules',
    '/{brand}/settings/agent-aliases',
    '/{brand}/settings/api-keys',
    '/{brand}/settings/api-keys/{id}/replace',
    '/{brand}/settings/customers/erase',
    '/{brand}/settings/endpoints',
    '/{brand}/settings/endpoints/{id}/resend',
    '/{brand}/settings/integrations/{platform}/address',
    '/{brand}/settings/people',
    '/{brand}/sign-in',
    '/{brand}/sign-out',
    '/{brand}/test-calls',
  ]);
});

test('/metrics counts requests by route, and contains no path, host or number', async () => {
  const { send, rep, brand: other } = await newRep(service);
  await send('call-started');
  await get('/some/path/that/somebody/made-up');
  const { text } = await get('/metrics');
  expect(text).toMatch(/http_request_duration_seconds_count\{[^}]*route="\/call-events\/:event"[^}]*\} \d/);
  expect(text).toMatch(/call_events_accepted_total\{event="call-started",outcome="recorded"[^}]*\} \d/);
  expect(text).not.toContain('made-up');
  for (const secret of [rep.email, other.host, other.key, '5550134']) expect(text).not.toContain(secret);
});
