import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import express from 'express';
import supertest from 'supertest';
import { allowSlowBody, createExpressServer, createSecurityHeaders } from '../../src/index.ts';
import { addEcho, createDemoService } from '../support/demo-service.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
});

type Options = Parameters<typeof createExpressServer>[1];

async function listen(options: Options = {}): Promise<{ server: Server; port: number }> {
  const server = createExpressServer(createDemoService((router) => addEcho(router)).app, options);
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, port: (server.address() as AddressInfo).port };
}

/** Everything that a server answers to these bytes, and to one more every 20 ms, until it closes the connection. */
async function dribble(port: number, start: string): Promise<string> {
  const socket: Socket = connect(port, '127.0.0.1');
  let heard = '';
  socket.on('data', (chunk) => {
    heard += chunk;
  });
  socket.on('error', () => {});
  socket.write(start);
  const drip = setInterval(() => socket.write('a'), 20);
  await once(socket, 'close');
  clearInterval(drip);
  return heard;
}

const hurried = { headersTimeout: 200, requestTimeout: 400, connectionsCheckingInterval: 50 };

it('the server answers a body that arrives too slowly with 408', async () => {
  const { port } = await listen(hurried);
  const heard = await dribble(port, 'POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\n"');
  expect(heard).toMatch(/^HTTP\/1\.1 (408|422) /);
});

describe('a body that may arrive slowly', () => {
  async function upload(parts: readonly string[]): Promise<string> {
    const { app } = createDemoService((router) => {
      router.put('/file', async (request, response) => {
        allowSlowBody(request, 300);
        response.send(await text(request));
      });
    });
    const server = createExpressServer(app, hurried);
    servers.push(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    socket.on('error', () => {});
    socket.write('PUT /file HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\nConnection: close\r\n\r\n');
    const left = [...parts];
    const sending = setInterval(() => {
      const part = left.shift();
      if (part !== undefined) socket.write(part);
    }, 100);
    return text(socket).finally(() => clearInterval(sending));
  }

  it('is taken after the time that the server gives to a request', async () => {
    expect(await upload([...'0123456789'])).toMatch(/^HTTP\/1\.1 200 [\s\S]*0123456789$/);
  });

  it('is cut off when nothing of it arrives any more', async () => {
    expect(await upload([...'012345'])).toBe('');
  });
});

it('the server answers headers that arrive too slowly with 408', async () => {
  const { port } = await listen(hurried);
  expect(await dribble(port, 'POST /echo HTTP/1.1\r\nHost: a\r\nX-')).toMatch(/^HTTP\/1\.1 408 /);
});

it('the server closes a connection on which no request has arrived, without an answer', async () => {
  const { port } = await listen(hurried);
  expect(await text(connect(port, '127.0.0.1'))).toBe('');
});

it('the server refuses headers above 16 KiB with 431', async () => {
  const { port } = await listen();
  const heard = await dribble(port, `GET / HTTP/1.1\r\nHost: a\r\nX-Long: ${'x'.repeat(17_000)}\r\n\r\n`);
  expect(heard).toMatch(/^HTTP\/1\.1 431 /);
});

const post = 'POST /echo HTTP/1.1\r\nHost: a\r\n';

it('the server answers requests for HTTP/2, and for a WebSocket at another path than that of Socket.IO', async () => {
  const upgraded: (string | undefined)[] = [];
  const { port } = await listen({
    sockets: {
      handleRequest: () => {},
      handleUpgrade: (request, socket) => {
        upgraded.push(request.url);
        socket.end();
      },
      noteConnection: () => {},
    },
  });
  const asking = (protocol: string) => `Host: a\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: ${protocol}\r\n`;
  const socket = connect(port, '127.0.0.1');
  for (const [request, protocol, body, status] of [
    ['POST /echo', 'h2c', 'Content-Length: 2\r\n\r\n{}', 200],
    ['GET /nothing', 'h2c', '\r\n', 404],
    ['GET /rep', 'websocket', '\r\n', 404],
    ['POST /echo', 'WebSocket', 'Content-Length: 2\r\n\r\n{}', 200],
    ['POST /echo', 'h2c', 'Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n', 200],
  ] as const) {
    socket.write(`${request} HTTP/1.1\r\n${asking(protocol)}${body}`);
    const [answer] = await once(socket, 'data');
    expect(String(answer)).toContain(`HTTP/1.1 ${status} `);
  }
  expect(upgraded).toEqual([]);
  socket.write(`GET /socket.io/?EIO=4 HTTP/1.1\r\n${asking('websocket')}\r\n`);
  await once(socket, 'close');
  expect(upgraded).toEqual(['/socket.io/?EIO=4']);
});

it.each([
  ['bytes that are not HTTP', '\0\0\r\n\r\n', 400, 'The request is not valid HTTP/1.1.'],
  ['an invalid length', `${post}Content-Length: -1\r\n\r\n`, 400, 'The request is not valid HTTP/1.1.'],
  ['an invalid chunk', `${post}Transfer-Encoding: chunked\r\n\r\nz\r\n`, 400, 'The request is not valid HTTP/1.1.'],
  [
    'large headers',
    `${post}X: ${'x'.repeat(17_000)}\r\n\r\n`,
    431,
    'The headers of the request are larger than 16 KiB.',
  ],
  [
    'large extensions of chunks',
    `${post}Transfer-Encoding: chunked\r\n\r\n1;${'x'.repeat(17_000)}\r\n`,
    413,
    'The extensions of the chunks are too large.',
  ],
  [
    'an unknown expectation',
    `${post}Expect: tea\r\nContent-Length: 0\r\n\r\n`,
    417,
    'The only supported value of the header Expect is "100-continue".',
  ],
])(
  'the server answers %s with a status, JSON and the end of the connection',
  async (_what, request, status, detail) => {
    const { port } = await listen();
    const socket = connect(port, '127.0.0.1');
    socket.write(request);
    const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n');
    expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} [A-Z]`));
    expect(head).toContain(`Content-Length: ${body.length}`);
    expect(head).toContain('Connection: close');
    expect(JSON.parse(body)).toEqual({ detail });
  },
);

it('bytes that are not HTTP do not get into a response that is being sent', async () => {
  const { app } = createDemoService((router) => {
    router.get('/slow', (_request, response) => {
      response.write('first ');
      setTimeout(() => response.end('last'), 100);
    });
    router.get('/wait', () => {});
  });
  const server = createExpressServer(app);
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  // The second request is taken before the first is answered.
  socket.write('GET /slow HTTP/1.1\r\nHost: a\r\n\r\nGET /wait HTTP/1.1\r\nHost: a\r\n\r\n');
  await once(socket, 'data');
  socket.write('\0\0\r\n\r\n');
  expect(await text(socket)).not.toContain('HTTP/1.1');
});

it.each(['http://[::1/echo', 'http://'])('the server answers the target %s with 400 and JSON', async (target) => {
  const { port } = await listen();
  const socket = connect(port, '127.0.0.1');
  socket.write(`GET ${target} HTTP/1.1\r\nHost: a\r\n\r\n`);
  const heard = await text(socket);
  expect(heard).toMatch(/^HTTP\/1\.1 400 /);
  expect(heard).toContain('{"detail":"The target of the request is no path and no valid URL."}');
});

it('the server keeps idle connections longer than proxies do, and limits the time to send a request', async () => {
  const { server } = await listen();
  expect(server.keepAliveTimeout).toBeGreaterThan(60_000);
  expect(server.headersTimeout).toBeLessThanOrEqual(server.requestTimeout);
  expect(server.requestTimeout).toBe(30_000);
});

it('the prototypes of requests and responses stay those that they were created with', async () => {
  const app = express();
  const server = createExpressServer(app);
  const created: (object | null)[] = [];
  server.prependListener('request', (request, response) => {
    created.push(Object.getPrototypeOf(request), Object.getPrototypeOf(response));
  });
  app.get('/prototypes', (request, response) => {
    const handled = [Object.getPrototypeOf(request), Object.getPrototypeOf(response)];
    response.json(handled.every((prototype, index) => prototype === created[index]));
  });
  expect((await supertest(server).get('/prototypes')).body).toBe(true);
});

it('the server serves what an Express app serves by itself', async () => {
  const app = express().disable('x-powered-by');
  app.get('/things/:id', (request, response) => {
    const { params, query, hostname, protocol, xhr } = request;
    response
      .status(201)
      .set('X-Thing', 'a')
      .cookie('b', 'c')
      .json({ params, query, hostname, protocol, xhr, fresh: request.fresh });
  });
  const read = async (server: Parameters<typeof supertest>[0]) => {
    const { status, headers, body } = await supertest(server).get('/things/7?of=d').set('Host', 'a.example');
    const { date: _, connection: __, 'keep-alive': ___, ...others } = headers;
    return { status, body, headers: others };
  };
  const alone = await read(app);
  expect(alone).toMatchObject({
    status: 201,
    body: { params: { id: '7' }, query: { of: 'd' }, hostname: 'a.example' },
  });
  expect(await read(createExpressServer(app))).toEqual(alone);
});

describe('the headers of every answer', () => {
  async function headersOf(headers: Record<string, string> = {}): Promise<Headers> {
    const { app } = createDemoService((router) => {
      router.use(createSecurityHeaders());
      router.get('/', (_request, response) => void response.json({}));
    });
    app.set('trust proxy', '127.0.0.1');
    const server = createExpressServer(app);
    servers.push(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    return (await fetch(`http://127.0.0.1:${port}/`, { headers })).headers;
  }

  it('forbid sniffing, framing and active content', async () => {
    const headers = await headersOf();
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none';base-uri 'none';form-action 'none';frame-ancestors 'none'",
    );
    expect(headers.get('x-powered-by')).toBeNull();
  });

  it('require nothing over plain HTTP that needs a secure context', async () => {
    const headers = await headersOf();
    expect(headers.get('strict-transport-security')).toBeNull();
    expect(headers.get('cross-origin-opener-policy')).toBeNull();
    expect(headers.get('origin-agent-cluster')).toBeNull();
    expect(headers.get('content-security-policy')).not.toContain('upgrade-insecure-requests');
  });

  it('require HTTPS of this host only, for a request over HTTPS', async () => {
    const headers = await headersOf({ 'x-forwarded-proto': 'https' });
    expect(headers.get('strict-transport-security')).toBe('max-age=15552000');
  });
});

it.each(['/\\#@!', '/\\', '/echo\\#'])(
  'the server answers the target %s like any other unknown path',
  async (target) => {
    const { port } = await listen();
    const answer = await dribble(port, `GET ${target} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 404 /);
    expect(answer).toMatch(/\r\nX-Request-Id: /);
    expect(answer).toContain('{"detail":');
  },
);
