import { createCallEventsOpenApiDocument } from '@callside/schemas';
import request from 'supertest';
import { createOperationsRoutes, type Readiness } from '../../src/index.ts';
import { createDemoService } from '../support/demo-service.ts';

const openApiDocument = createCallEventsOpenApiDocument({ version: '1.0.0' });

function appThatIs(isReady: () => Promise<Readiness>) {
  const { app } = createDemoService((router, { metrics }) => {
    router.use(createOperationsRoutes({ metrics, isReady, openApiDocument }));
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

  it('answers 200 degraded when the service serves, but not as it should', async () => {
    const response = await request(appThatIs(async () => ({ ok: true, degraded: true, sections: {} }))).get('/health');
    expect([response.status, response.body]).toEqual([200, { status: 'degraded' }]);
  });

  it('answers 503 degraded when it cannot serve', async () => {
    const app = appThatIs(async () => ({ ok: false, sections: { database: { ok: false } } }));
    const response = await request(app).get('/health');
    expect([response.status, response.body]).toEqual([503, { status: 'degraded', database: { ok: false } }]);
  });

  it('answers 503 when it cannot be found out, and still lives', async () => {
    const app = appThatIs(() => Promise.reject(new Error('database away')));
    const response = await request(app).get('/health');
    expect([response.status, response.body]).toEqual([503, { status: 'degraded' }]);
    expect((await request(app).get('/health/live')).status).toBe(200);
  });
});

describe('the other pages of operations', () => {
  const app = appThatIs(healthy);

  it('/metrics speaks the text format of Prometheus', async () => {
    const response = await request(app).get('/metrics');
    expect(response.headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/);
    expect(response.text).toContain('# TYPE http_request_duration_seconds histogram');
  });

  it('/openapi.json is the document', async () => {
    const response = await request(app).get('/openapi.json');
    expect(response.body).toEqual(JSON.parse(JSON.stringify(openApiDocument)));
  });

  it('/docs is a page that may load and run nothing', async () => {
    const response = await request(app).get('/docs');
    expect(response.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(response.headers['content-security-policy']).toContain("default-src 'none'");
    expect(response.text).toContain('/call-events/call-started');
  });

  it.each(['/health', '/metrics', '/openapi.json', '/docs'])('%s is only read', async (path) => {
    const response = await request(app).post(path);
    expect(response.status).toBe(405);
    expect(response.headers.allow).toBe('GET, HEAD');
  });
});
