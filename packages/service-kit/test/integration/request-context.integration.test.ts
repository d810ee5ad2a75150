import { once } from 'node:events';
import { createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { until } from '@callside/test-kit';
import type { Router } from 'express';
import request from 'supertest';
import { logFields, requestId } from '../../src/index.ts';
import { createDemoService } from '../support/demo-service.ts';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

function addRoutes(router: Router): void {
  router.get('/things/:id', (request, response) => {
    logFields.of(request).key_id = 'key-1';
    response.json({ request_id: requestId.of(request) });
  });
  router.get('/broken', () => {
    throw new Error('broken');
  });
}

function setUp(addMore: (router: Router) => void = () => {}) {
  const service = createDemoService((router) => {
    addRoutes(router);
    addMore(router);
  });
  const summaries = () => service.log.entries.filter(({ msg }) => msg === 'request');
  return { ...service, summaries };
}

describe('the request context', () => {
  it('gives each request a unique id, for the routes and in the header', async () => {
    const { app } = setUp();
    const [one, other] = [await request(app).get('/things/1'), await request(app).get('/things/1')];
    expect(one.headers['x-request-id']).toMatch(uuid);
    expect(one.body.request_id).toBe(one.headers['x-request-id']);
    expect(other.headers['x-request-id']).not.toBe(one.headers['x-request-id']);
  });

  it('keeps an id of the sender', async () => {
    const response = await request(setUp().app).get('/things/1').set('X-Request-Id', 'Call.8821_a-1');
    expect(response.headers['x-request-id']).toBe('Call.8821_a-1');
  });

  it.each(['', 'a b', 'a"b', 'ü', 'x'.repeat(65), '<script>', `cs_live_${'0af1'.repeat(10)}`])(
    'does not repeat the id %p',
    async (id) => {
      const response = await request(setUp().app)
        .get('/things/1')
        .set('X-Request-Id', encodeURI(id).replaceAll('%20', ' '));
      expect(response.headers['x-request-id']).toMatch(uuid);
    },
  );

  it('logs one line a request: the route pattern and the fields of the route, no path and no query', async () => {
    const { app, summaries } = setUp();
    const response = await request(app).get('/things/15551234567?token=hunter2').set('X-API-Key', 'hunter2');
    await until('the requests are logged', () => summaries().length > 0);
    expect(summaries()).toEqual([
      {
        level: 'info',
        time: expect.any(String),
        service: 'demo',
        msg: 'request',
        method: 'GET',
        route: '/things/:id',
        status: 200,
        duration_ms: expect.any(Number),
        request_id: response.headers['x-request-id'],
        key_id: 'key-1',
      },
    ]);
  });

  it('logs health checks that succeed at the level debug, so that they do not hide the other requests', async () => {
    let status = 200;
    const { app, summaries } = setUp((router) => {
      router.get('/health/ready', (_request, response) => void response.sendStatus(status));
    });
    await request(app).get('/health/ready');
    status = 503;
    await request(app).get('/health/ready');
    await request(app).get('/things/1');
    await until('the requests are logged', () => summaries().length === 2);
    expect(summaries()).toMatchObject([
      { route: '/health/ready', status: 503 },
      { route: '/things/:id', status: 200 },
    ]);
  });

  it('logs the route also for a request that failed', async () => {
    const { app, summaries } = setUp();
    await request(app).get('/broken');
    await until('the requests are logged', () => summaries().length > 0);
    expect(summaries()).toMatchObject([{ route: '/broken', status: 500 }]);
  });

  it('observes durations by method, pattern and status, with one series for all unknown paths', async () => {
    const { app, metrics, summaries } = setUp();
    for (const path of ['/things/1', '/things/2', '/a', '/b']) await request(app).get(path);
    await until('the requests are logged', () => summaries().length === 4);
    const text = await metrics.registry.metrics();
    expect(text).toContain(
      'http_request_duration_seconds_count{service="demo",method="GET",route="/things/:id",status="200"} 2',
    );
    expect(text).toContain(
      'http_request_duration_seconds_count{service="demo",method="GET",route="unmatched",status="404"} 2',
    );
  });

  it('logs a request whose client disconnected as aborted, and not as an error', async () => {
    let release = () => {};
    const { app, log } = createDemoService((router) => {
      router.get('/slow', async (_request, response) => {
        await new Promise<void>((resolve) => {
          release = resolve;
        });
        response.json({});
      });
    });
    const server = createServer(app).listen(0);
    await once(server, 'listening');
    const sent = httpRequest({ port: (server.address() as AddressInfo).port, path: '/slow' }).end();
    sent.on('error', () => {});
    await once(server, 'request');
    sent.destroy();
    await until('the request is logged', () => log.entries.length > 0);
    release();
    server.close();
    await once(server, 'close');
    expect(log.entries).toMatchObject([{ msg: 'request', level: 'info', route: '/slow', aborted: true }]);
  });
});
