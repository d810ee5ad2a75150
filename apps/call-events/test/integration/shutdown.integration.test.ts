import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { RedisProcess, type ServiceProcess, until } from '@callside/test-kit';
import { agree } from '../support/agreement.ts';
import { type Deployment, deploy, newRepOf, type RepAtWork } from '../support/deployment.ts';
import { eventsOf } from '../support/records.ts';
import { Traffic } from '../support/traffic.ts';

const stoppedWithinMs = 10_000;

let deployment: Deployment;
let server: ServiceProcess;
let desk: RepAtWork;

async function setUp(redisUrl: string | null = null): Promise<void> {
  deployment = await deploy({ redisUrl });
  server = await deployment.start();
  desk = await newRepOf(deployment);
}
afterEach(() => deployment.close());

async function expectGoodEnd(stopping: ServiceProcess = server): Promise<void> {
  const startedAt = performance.now();
  stopping.kill('SIGTERM');
  expect(await stopping.ended()).toEqual({ code: 0, signal: null });
  expect(performance.now() - startedAt).toBeLessThan(stoppedWithinMs);
}

async function rawConnection(): Promise<Socket> {
  const socket = connect(server.port, '127.0.0.1');
  await once(socket, 'connect');
  socket.on('error', () => {});
  return socket;
}

/** Resolves to everything a raw connection received, when it is closed. */
async function received(socket: Socket): Promise<string> {
  let text = '';
  for await (const chunk of socket) text += String(chunk);
  return text;
}

test('an idle server ends at once', async () => {
  await setUp();
  await expectGoodEnd();
  expect(server.log).not.toMatch(/"level":"(warn|error|fatal)"/);
});

test('a server among others ends without warnings', async () => {
  await setUp(process.env.REDIS_URL);
  await expectGoodEnd();
  expect(server.log).not.toMatch(/"level":"(warn|error|fatal)"/);
});

test('open tabs and companions on both transports are closed, and keep-alive connections too', async () => {
  await setUp();
  const clients = await Promise.all([
    desk.tab(server, 'websocket'),
    desk.tab(server, 'polling'),
    desk.companion(server, 'websocket'),
    desk.companion(server, 'polling'),
  ]);
  await desk.on(server).send('call-started');
  const idle = await rawConnection();
  // One that is still in the kernel's accept queue is reset.
  const ended = received(idle).catch((error: unknown) => expect(error).toMatchObject({ code: 'ECONNRESET' }));
  await expectGoodEnd();
  await ended;
  await until('the clients notice the disconnect', () => clients.every(({ socket }) => !socket.connected));
  // A client that lost its connection reconnects automatically; one that the server disconnected does not.
  expect(clients.map(({ socket }) => socket.active)).toEqual([true, true, true, true]);
});

test('a request in flight is answered, and a new connection is refused', async () => {
  await setUp();
  const { host, key } = desk.brand;
  const body = JSON.stringify({ agent_email: desk.rep.email, phone_number: '+14155550134', event_id: 'in flight' });
  const slow = await rawConnection();
  slow.write(
    `POST /call-events/call-started HTTP/1.1\r\nHost: ${host}\r\nX-API-Key: ${key}\r\n` +
      `Content-Length: ${body.length}\r\n\r\n${body.slice(0, 10)}`,
  );
  // The answer on a second connection shows that the server has read the head of the first one.
  await desk.on(server).send('hold-started');
  const startedAt = performance.now();
  server.kill('SIGTERM');
  const isRefused = () =>
    new Promise<boolean>((resolve) => {
      const socket = connect(server.port, '127.0.0.1');
      socket.once('connect', () => resolve(false)).once('error', () => resolve(true));
      socket.once('connect', () => socket.destroy());
    });
  await until('new connections are refused', isRefused);
  expect(server.isAlive).toBe(true);
  slow.write(body.slice(10));
  expect(await received(slow)).toMatch(/^HTTP\/1\.1 200 [\s\S]*"accepted":true/);
  expect(await server.ended()).toEqual({ code: 0, signal: null });
  expect(performance.now() - startedAt).toBeLessThan(stoppedWithinMs);
  expect((await eventsOf(deployment, desk.rep)).map(({ event_id }) => event_id)).toContain('in flight');
});

test('with DRAIN_SECONDS the service serves while /health says 503, and then ends', async () => {
  deployment = await deploy({ redisUrl: null, settings: { DRAIN_SECONDS: '2' } });
  server = await deployment.start();
  desk = await newRepOf(deployment);
  server.kill('SIGTERM');
  const health = () => fetch(`http://127.0.0.1:${server.port}/health`);
  await until('it drains', async () => (await health()).status === 503);
  expect(await (await health()).json()).toEqual({ status: 'degraded', draining: true });
  expect(await desk.on(server).send('call-started')).toMatchObject({ status: 200 });
  expect(await server.ended()).toEqual({ code: 0, signal: null });
});

test('a request that never ends is aborted in time', async () => {
  await setUp();
  const { host, key } = desk.brand;
  const stuck = await rawConnection();
  stuck.write(
    `POST /call-events/call-started HTTP/1.1\r\nHost: ${host}\r\nX-API-Key: ${key}\r\nContent-Length: 100\r\n\r\n{`,
  );
  await desk.on(server).send('hold-started');
  const startedAt = performance.now();
  server.kill('SIGTERM');
  expect(await server.ended()).toEqual({ code: 0, signal: null });
  expect(performance.now() - startedAt).toBeLessThan(stoppedWithinMs + 2_000);
});

test('under traffic every event gets 200 or is accepted by the other server, and tabs reconnect there', async () => {
  await setUp(process.env.REDIS_URL ?? null);
  const other = await deployment.start();
  const tabs = [await desk.tab(server), await desk.tab(other)];
  const traffic = new Traffic({ reps: [desk], servers: [server, other], eventsPerSecond: 100, attempts: 2 });
  await until('some traffic', () => traffic.sent.length > 50);
  await expectGoodEnd();
  await until('some more traffic', () => traffic.sent.length > 150);
  await traffic.stop();
  expect(traffic.sent.filter(({ statuses }) => statuses.at(-1) !== 200)).toEqual([]);
  expect(await eventsOf(deployment, desk.rep)).toHaveLength(traffic.sent.length);
  tabs[0]?.close();
  await agree(deployment.query, [{ desk, tabs: tabs.slice(1) }]);
  const positions = await deployment.query<{ position: string }>('SELECT position FROM call_events ORDER BY id');
  expect(positions.map(({ position }) => Number(position))).toEqual(traffic.sent.map((_, index) => index + 1));
});

describe('Redis', () => {
  let redis: RedisProcess;

  beforeEach(async () => {
    redis = await RedisProcess.reserve();
  });
  afterEach(async () => {
    redis.wake();
    await redis.kill();
  });

  test.each<[string, () => unknown]>([
    ['that is dead', () => redis.kill()],
    ['that hangs', () => redis.hang()],
    ['that works', () => undefined],
  ])('a server with a Redis %s shuts down in time', async (_what, strike) => {
    await redis.start();
    await setUp(redis.url);
    const tab = await desk.tab(server);
    await desk.on(server).send('call-started');
    await tab.showsAfter(1);
    await strike();
    await desk.on(server).send('hold-started');
    await expectGoodEnd();
  });

  test('a server that never reached its Redis shuts down in time', async () => {
    await setUp(redis.url);
    await desk.tab(server);
    await expectGoodEnd();
  });
});
