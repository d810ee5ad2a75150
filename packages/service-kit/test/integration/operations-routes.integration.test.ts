import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createCallEventsOpenApiDocument } from '@callside/schemas/documents';
import request from 'supertest';
import { createMetricsServer, createOperationsRoutes, type MetricsSettings, type Readiness } from '../../src/index.ts';
import { createDemoService } from '../support/demo-service.ts';

const openApiDocument = createCallEventsOpenApiDocument({ version: '1.0.0' });

function appThatIs(isReady: () => Promise<Readiness>, metricsAccess: MetricsSettings = {}) {
  const { app } = createDemoService((router, { metrics }) => {
    router.use(createOperationsRoutes({ metrics, metricsAccess, isReady, openApiDocument: () => openApiDocument }));
  });
  return app;
}

const healthy = async (): Promise<Readiness> => ({ ok: true, sections: { database: { ok: true } } });

describe('/health', () => {
  it.each(['/health', '/health/ready'])('answers 200 ok with the sections (%s)', async (path) => {
    const response = await request(appThatIs(healthy)).get(path);
    expect(response.status).toBe(200);
    expect(response.body).toEqual({ status: 'ok', database: { ok: true } });
    expect(response.headers['cache-control']).toBe('no-store');
  });

  it('answers 200 degraded when the service serves with a part missing', async () => {
    const response = await request(appThatIs(async () => ({ ok: true, degraded: true, sections: {} }))).get('/health');
    expect([response.status, response.body]).toEqual([200, { status: 'degraded' }]);
  });

  it('answers 503 degraded when it cannot serve', async () => {
    const app = appThatIs(async () => ({ ok: false, sections: { database: { ok: false } } }));
    const response = await request(app).get('/health');
    expect([response.status, response.body]).toEqual([503, { status: 'degraded', database: { ok: false } }]);
  });

  it('runs one check for a thousand requests', async () => {
    let asked = 0;
    const app = appThatIs(async () => {
      asked++;
      return healthy();
    });
    const server = app.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const statuses = await Promise.all(
      Array.from({ length: 1_000 }, async () => (await fetch(`http://127.0.0.1:${port}/health`)).status),
    );
    server.close();
    server.closeAllConnections();
    expect(new Set(statuses)).toEqual(new Set([200]));
    // A thousand requests may take more than a second.
    expect(asked).toBeLessThan(20);
  });

  it('answers 503 when the check fails, and is still live', async () => {
    const app = appThatIs(() => Promise.reject(new Error('database away')));
    const response = await request(app).get('/health');
    expect([response.status, response.body]).toEqual([503, { status: 'degraded' }]);
    expect((await request(app).get('/health/live')).status).toBe(200);
  });
});

describe('the other pages of operations', () => {
  const app = appThatIs(healthy);

  it('/metrics answers in the text format of Prometheus', async () => {
    const response = await request(app).get('/metrics');
    expect(response.headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/);
    expect(response.text).toContain('# TYPE http_request_duration_seconds histogram');
  });

  it.each([
    ['X-Forwarded-For', { 'X-Forwarded-For': '127.0.0.1' }],
    ['X-Forwarded-Host', { 'X-Forwarded-Host': 'localhost' }],
    ['Forwarded', { Forwarded: 'for=127.0.0.1' }],
  ])('/metrics is hidden from a request with %s', async (_title, headers: Record<string, string>) => {
    const response = await request(app).get('/metrics').set(headers);
    expect([response.status, response.body]).toEqual([404, { detail: 'Not Found' }]);
  });

  it.each(['/health', '/metrics', '/openapi.json', '/docs'])('%s answers on any Host', async (path) => {
    for (const host of ['localhost', '127.0.0.1:4100', 'events.brand.example', 'nobody.example']) {
      expect((await request(app).get(path).set('Host', host)).status).toBe(200);
    }
  });

  it('/metrics requires the token when one is set, and nothing else', async () => {
    const guarded = appThatIs(healthy, { METRICS_TOKEN: 'secret' });
    const read = (headers: Record<string, string>) => request(guarded).get('/metrics').set(headers);
    const refused = await read({});
    expect([refused.status, refused.headers['www-authenticate']]).toEqual([401, 'Bearer']);
    expect((await read({ Authorization: 'Bearer another' })).status).toBe(401);
    expect((await read({ Authorization: 'Basic secret' })).status).toBe(401);
    const far = { Host: 'events.brand.example', 'X-Forwarded-For': '203.0.113.7', Authorization: 'Bearer secret' };
    expect((await read(far)).status).toBe(200);
  });

  it('/metrics is only on its separate port when one is set', async () => {
    const settings = { METRICS_PORT: 9464, METRICS_TOKEN: 'secret' };
    const authorization = { Authorization: 'Bearer secret' };
    expect((await request(appThatIs(healthy, settings)).get('/metrics').set(authorization)).status).toBe(404);
    const { metrics } = createDemoService(() => {});
    const server = createMetricsServer(metrics, settings);
    expect((await request(server).get('/metrics')).status).toBe(401);
    const far = { ...authorization, Host: 'metrics.example' };
    expect((await request(server).get('/metrics').set(far)).text).toContain('# TYPE http_request_duration_seconds');
    expect((await request(server).get('/health').set(far)).status).toBe(404);
    expect((await request(server).post('/metrics').set(far)).status).toBe(405);
    const failing = { registry: { ...metrics.registry, metrics: () => Promise.reject(new Error('a gauge failed')) } };
    const broken = createMetricsServer(failing as unknown as typeof metrics, { METRICS_PORT: 9464 });
    expect((await request(broken).get('/metrics')).status).toBe(500);
    const open = createMetricsServer(metrics, { METRICS_PORT: 9464 });
    expect((await request(open).get('/metrics').set('Host', 'metrics.example')).status).toBe(200);
  });

  it('/openapi.json is the document', async () => {
    const response = await request(app).get('/openapi.json');
    expect(response.body).toEqual(JSON.parse(JSON.stringify(openApiDocument)));
  });

  it('/docs is a page that runs only the script of this service, which caches may keep', async () => {
    const { headers, text } = await request(app).get('/docs');
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(headers['content-security-policy']).toContain("default-src 'none';script-src 'self';");
    const [source] = /(?<=<script src=")[^"]+/.exec(text) ?? [];
    const script = await request(app).get(`/${source}`);
    expect(script.status).toBe(200);
    expect(script.headers).toMatchObject({
      'content-type': expect.stringMatching(/^text\/javascript\b/),
      'cache-control': 'public, max-age=31536000, immutable',
    });
  });

  it.each([
    ['Range', 'bytes=99999999-', 416],
    ['If-Match', '"another"', 412],
  ])('the script of /docs answers an unmet %s as an error of the client', async (header, value, status) => {
    const response = await request(app).get('/docs/api-reference.js').set(header, value);
    expect(response.status).toBe(status);
  });

  it('/docs/ does not exist, because the addresses in the page would be wrong there', async () => {
    expect((await request(app).get('/docs/')).status).toBe(404);
  });

  it.each(['/health', '/metrics', '/openapi.json', '/docs', '/docs/api-reference.js'])(
    '%s is read-only',
    async (path) => {
      const response = await request(app).post(path);
      expect(response.status).toBe(405);
      expect(response.headers.allow).toBe('GET, HEAD');
    },
  );
});
