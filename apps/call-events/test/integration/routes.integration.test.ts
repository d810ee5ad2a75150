import { callEventNames } from '@callside/schemas';
import { addBrand, type TestBrand } from '../support/organisations.ts';
import { type ServiceUnderTest, startService } from '../support/service-under-test.ts';

let service: ServiceUnderTest;
let brand: TestBrand;

beforeAll(async () => {
  service = await startService();
  brand = await addBrand(service);
});
afterAll(() => service.close());

function send(method: string, path: string, headers: Record<string, string> = {}) {
  return service.clients[0].send({ method, path, headers: { host: brand.host, 'x-api-key': brand.key, ...headers } });
}

describe('an unknown path is 404', () => {
  test.each([
    '/call-events',
    '/call-events/',
    '/call-events/call-paused',
    '/call-events/call_started',
    '/call-events/call-started/extra',
    '/call-events/%63all-startedx',
    '/call-events/%zz',
    '/call-events/%',
    '/call-events/..%2f..%2fetc%2fpasswd',
    '/call-event/call-started',
    '/v1/call-events/call-started',
    '//call-events/call-started',
    '/nothing',
    '/assets/nothing.js',
    '/assets/..%2findex.html',
    '/assets/%00',
  ])('%s', async (path) => {
    for (const method of ['GET', 'POST']) {
      expect(await send(method, path)).toMatchObject({ status: 404, text: '{"detail":"Not Found"}' });
    }
  });

  test('an unknown host is reported before an unknown path', async () => {
    const answer = await send('GET', '/nothing', { host: 'nobody.example' });
    expect(answer).toMatchObject({ status: 404, json: { detail: 'This host is not served here.' } });
  });
});

describe.each(callEventNames)('%s', (event) => {
  test.each(['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND'])(
    '%s is 405 with Allow',
    async (method) => {
      const answer = await send(method, `/call-events/${event}`);
      expect(answer.status).toBe(405);
      expect(answer.headers.allow).toBe('POST');
      if (method !== 'HEAD') expect(answer.json).toEqual({ detail: expect.any(String) });
    },
  );

  test('another method on an unknown host is 404', async () => {
    expect((await send('GET', `/call-events/${event}`, { host: 'nobody.example' })).status).toBe(404);
  });
});

test('a query string changes nothing', async () => {
  const answer = await service.clients[0].send({
    path: '/call-events/call-ended?agent_email=a&__proto__[x]=1&%',
    headers: { host: brand.host, 'x-api-key': brand.key },
    body: '{"agent_email":"rep@brand.example"}',
  });
  expect(answer.status).toBe(200);
});

describe('every answer', () => {
  test('is JSON and does not name the server software', async () => {
    for (const answer of [await send('GET', '/nothing'), await send('GET', '/call-events/call-ended')]) {
      expect(answer.headers['content-type']).toMatch(/^application\/json\b/);
      expect(answer.headers).not.toHaveProperty('x-powered-by');
      expect(answer.headers).not.toHaveProperty('server');
    }
  });

  test('has the request id that was sent, if it is valid', async () => {
    expect((await send('GET', '/nothing', { 'x-request-id': 'abc-1.2_3' })).headers['x-request-id']).toBe('abc-1.2_3');
  });

  test.each(['', 'a b', '<script>', 'x'.repeat(65), '"'])('has a new request id instead of %j', async (id) => {
    expect((await send('GET', '/nothing', { 'x-request-id': id })).headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  });
});

describe("the rep's page", () => {
  test('cannot be framed and loads nothing from other origins', async () => {
    const { status, headers } = await send('GET', '/');
    expect(status).toBe(200);
    expect(headers['content-type']).toMatch(/^text\/html\b/);
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['referrer-policy']).toBe('no-referrer');
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("default-src 'self'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe-(inline|eval)|script-src|\*/);
  });

  test('is not stored by caches: its security policy is new each time', async () => {
    const answers = [await send('GET', '/'), await send('GET', '/')];
    expect(answers.map(({ headers }) => headers['cache-control'])).toEqual(['no-store', 'no-store']);
    expect(new Set(answers.map(({ headers }) => headers['content-security-policy'])).size).toBe(2);
  });

  test('is not served on an unknown host', async () => {
    expect((await send('GET', '/', { host: 'nobody.example' })).status).toBe(404);
  });

  test.each([
    ['range', 'bytes=99999999-', 416],
    ['range', 'nonsense', 200],
    ['if-match', '"nothing"', 412],
    ['if-unmodified-since', 'Thu, 01 Jan 1970 00:00:00 GMT', 412],
    ['if-modified-since', 'Thu, 01 Jan 2099 00:00:00 GMT', 304],
  ])('its files answer %s: %s with %i', async (header, value, status) => {
    const file = /"(\/assets\/[^"]+\.js)"/.exec((await send('GET', '/')).text)?.[1] ?? '';
    const answer = await send('GET', file, { [header]: value });
    expect(answer.status).toBe(status);
    if (status > 400) expect(answer.json).toEqual({ detail: expect.any(String) });
  });
});
