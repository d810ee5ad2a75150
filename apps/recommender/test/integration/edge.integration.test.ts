import { gzipSync } from 'node:zlib';
import { aPhone } from '../support/answers.ts';
import { type ServiceUnderTest, startService } from '../support/service-under-test.ts';

let service: ServiceUnderTest;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const badKey = `cs_live_${'0'.repeat(40)}`;
const badJson = '{"phone":';
const goodBodies = {
  '/recommend': JSON.stringify({ phone: aPhone }),
  '/purchase': JSON.stringify({ phone: aPhone, recommendation_id: 'unknown' }),
};
const goodStatuses = { '/recommend': 200, '/purchase': 404 };

function send(method: string, path: string, headers: Record<string, string> = {}) {
  return service.clients[0].send({ method, path, headers: { 'x-api-key': service.key, ...headers } });
}

describe.each(['/recommend', '/purchase'] as const)('POST %s', (path) => {
  test('checks JSON, then the key, then the fields: the first error decides', async () => {
    const statusOf = async (body: string, key: string) => (await service.post(path, body, { 'x-api-key': key })).status;
    expect(await statusOf(goodBodies[path], service.key)).toBe(goodStatuses[path]);
    expect(await statusOf(badJson, badKey)).toBe(422);
    expect(await statusOf(badJson, service.key)).toBe(422);
    expect(await statusOf('{}', badKey)).toBe(401);
    expect(await statusOf(goodBodies[path], badKey)).toBe(401);
    expect(await statusOf('{}', service.key)).toBe(422);
  });

  test('invalid JSON gets the same answer with a valid key, an invalid key and no key, without details of the fields', async () => {
    const answers = await Promise.all([
      service.post(path, badJson),
      service.post(path, badJson, { 'x-api-key': badKey }),
      service.clients[0].send({ path, body: badJson }),
    ]);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers[0]).toMatchObject({
      status: 422,
      json: { detail: [{ type: 'json_invalid', loc: ['body', 9], msg: expect.stringContaining('line 1 column 10') }] },
    });
    expect(answers[0].text).not.toMatch(/purchased|num_items|recommendation/);
  });

  test.each(['', ' ', '{', "{'phone':1}", '{"phone":"1",}', 'phone=1', '\ufeff'])('%j is not JSON', async (body) => {
    expect(await service.post(path, body)).toMatchObject({ status: 422, json: { detail: [{ type: 'json_invalid' }] } });
  });

  test('any content type is read as JSON, and a byte order mark is ignored', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'nonsense', 'multipart/form-data']) {
      const answer = await service.post(path, `\ufeff${goodBodies[path]}`, { 'content-type': type });
      expect(answer.status).toBe(goodStatuses[path]);
    }
  });

  test('a body of 1 MiB is accepted, and one byte more is 413', async () => {
    const limit = 1024 * 1024;
    const padded = goodBodies[path].padEnd(limit, ' ');
    expect((await service.post(path, padded)).status).toBe(goodStatuses[path]);
    expect(await service.post(path, `${padded} `)).toMatchObject({
      status: 413,
      json: { detail: 'The body is too large.' },
    });
    expect((await service.post(path, `${padded} `, { 'x-api-key': badKey })).status).toBe(413);
  });

  test('a compressed body counts by its uncompressed size', async () => {
    const packed = (text: string) =>
      service.clients[0].send({
        path,
        headers: { 'x-api-key': service.key, 'content-encoding': 'gzip' },
        body: gzipSync(text),
      });
    expect((await packed(goodBodies[path])).status).toBe(goodStatuses[path]);
    expect((await packed(goodBodies[path].padEnd(1024 * 1024 + 1, ' '))).status).toBe(413);
  });

  test.each(['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND'])(
    '%s is 405 with Allow',
    async (method) => {
      const answer = await send(method, path);
      expect(answer.status).toBe(405);
      expect(answer.headers.allow).toBe('POST');
      if (method !== 'HEAD') expect(answer.json).toEqual({ detail: expect.any(String) });
    },
  );

  test('a query string is ignored', async () => {
    const answer = await service.post(`${path}?phone=1&num_items=99&__proto__[x]=1&%`, goodBodies[path]);
    expect(answer.status).toBe(goodStatuses[path]);
  });

  test('any host is served: a deployment has one brand', async () => {
    for (const host of ['nobody.example', '10.0.0.7', '[::1]:80', '']) {
      expect((await service.post(path, goodBodies[path], { host })).status).toBe(goodStatuses[path]);
    }
  });
});

describe('an unknown path is 404', () => {
  test.each([
    '/',
    '/recommend/extra',
    '/recommendations',
    '/v1/recommend',
    '//recommend',
    '/call-events/call-started',
    '/%zz',
    '/recommend%00',
    '/health/other',
  ])('%s', async (path) => {
    for (const method of ['GET', 'POST']) {
      expect(await send(method, path)).toMatchObject({ status: 404, text: '{"detail":"Not Found"}' });
    }
  });
});

test('every answer has a request id (the one that was sent, if valid) and does not name the server software', async () => {
  const given = await send('GET', '/nothing', { 'x-request-id': 'abc-1.2_3' });
  expect(given.headers['x-request-id']).toBe('abc-1.2_3');
  for (const id of ['a b', '<script>', 'x'.repeat(65)]) {
    const answer = await service.post('/recommend', { phone: aPhone }, { 'x-request-id': id });
    expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    expect(answer.headers).not.toHaveProperty('x-powered-by');
  }
});

test('a refused request leaves no row', async () => {
  const count = () => service.query('SELECT count(*) FROM recommendations');
  const before = await count();
  await service.post('/recommend', badJson);
  await service.post('/recommend', { phone: aPhone }, { 'x-api-key': badKey });
  await service.post('/recommend', { phone: aPhone, num_items: 0 });
  expect(await count()).toEqual(before);
});
