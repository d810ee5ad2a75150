import { setTimeout as pause } from 'node:timers/promises';
import { migrate } from '@callside/database';
import { type HttpAnswer, PostgresProcess, type ServiceProcess, until } from '@callside/test-kit';
import { agree } from '../../test/support/agreement.ts';
import { Companion } from '../../test/support/companion.ts';
import { type Deployment, deploy, newRepOf, type RepAtWork } from '../../test/support/deployment.ts';
import { addBrand } from '../../test/support/organisations.ts';
import { eventsOf } from '../../test/support/records.ts';
import type { SocketClient } from '../../test/support/socket-client.ts';
import { Tab } from '../../test/support/tab.ts';
import { Traffic } from '../../test/support/traffic.ts';

let postgres: PostgresProcess;
let deployment: Deployment;
let server: ServiceProcess;
let desk: RepAtWork;
let tab: Tab;

beforeAll(async () => {
  postgres = await PostgresProcess.start();
  await migrate({ url: postgres.url });
});
afterAll(() => postgres.remove());

beforeEach(async () => {
  deployment = await deploy({ databaseUrl: postgres.url, redisUrl: null });
  server = await deployment.start();
  desk = await newRepOf(deployment);
  tab = await desk.tab(server);
  await desk.on(server).send('call-started');
  await tab.showsAfter(1);
});
afterEach(async () => {
  expect(tab.faults).toEqual([]);
  await deployment.close();
});

async function timed(request: Promise<HttpAnswer>): Promise<HttpAnswer & { ms: number }> {
  const startedAt = performance.now();
  return { ...(await request), ms: performance.now() - startedAt };
}

/** Resolves when a client has been refused or its connection has been closed. */
function turnedAway({ socket }: SocketClient): Promise<void> {
  return new Promise((resolve) => {
    socket.on('connect_error', () => resolve());
    socket.io.on('close', () => resolve());
  });
}

const health = () => server.client.send({ method: 'GET', path: '/health' });

function expectUnavailable({ status, json, headers, text }: HttpAnswer): void {
  expect(status).toBe(503);
  expect(json).toEqual({ detail: expect.any(String), request_id: headers['x-request-id'] });
  expect(headers['retry-after']).toMatch(/^\d+$/);
  expect(text).not.toMatch(/postgres|ECONN|sql|timeout|timed out|pool|127\.0\.0\.1|\bat /i);
}

async function expectRecovery(): Promise<void> {
  await until('the service serves', async () => (await health()).status === 200);
  const { send } = desk.on(server);
  await until(
    'events are recorded',
    async () => (await send('recording-paused', { event_id: 'after' })).status === 200,
    5_000,
  );
  await agree(deployment.query, [{ desk, tabs: [tab] }]);
  expect(tab.state).toMatchObject({ recording: { paused: true } });
  expect((await eventsOf(deployment, desk.rep)).filter(({ event_id }) => event_id === 'after')).toHaveLength(1);
}

describe('a PostgreSQL that is stopped', () => {
  afterEach(() => postgres.startAgain().catch(() => {}));

  test('causes 503 at once, and the service recovers automatically', async () => {
    await postgres.stop();
    for (const request of Array.from({ length: 5 }, () => desk.on(server).send('recording-paused'))) {
      const refused = await timed(request);
      expectUnavailable(refused);
      expect(refused.ms).toBeLessThan(1_500);
    }
    const ill = await timed(health());
    expect(ill).toMatchObject({ status: 503, json: { status: 'degraded', database: 'down' } });
    expect(ill.ms).toBeLessThan(1_500);
    expect((await server.client.send({ method: 'GET', path: '/metrics' })).status).toBe(200);
    expect(server.isAlive).toBe(true);

    await postgres.startAgain();
    await expectRecovery();
  });

  test('refuses tabs and companions that connect, and they are admitted when it is available again', async () => {
    await postgres.stop();
    const latecomers = [new Tab(desk.tabAt(server)), new Tab(desk.tabAt(server, 'polling'))];
    const companion = new Companion(desk.companionAt(server));
    deployment.clients.push(...latecomers, companion);
    await Promise.all([...latecomers, companion].map(turnedAway));
    await postgres.startAgain();
    await until('the service serves', async () => (await health()).status === 200);
    await Promise.all(latecomers.map((late) => late.hears('call.state')));
    await companion.hears('recording.state');
    await agree(deployment.query, [{ desk, tabs: [tab, ...latecomers] }]);
  });
});

describe('a PostgreSQL that hangs', () => {
  const patienceMs = 10_000;

  afterEach(() => postgres.wake());

  test('causes 503 in time, and the service recovers automatically', async () => {
    await postgres.hang();
    const [refused, ill] = await Promise.all([timed(desk.on(server).send('hold-started')), timed(health())]);
    expectUnavailable(refused);
    expect(refused.ms).toBeLessThan(patienceMs);
    expect(ill).toMatchObject({ status: 503, json: { database: 'down' } });
    expect(ill.ms).toBeLessThan(patienceMs);
    await postgres.wake();
    await expectRecovery();
  });

  test('an event is answered in time when PostgreSQL hangs while recording it', async () => {
    // The event waits for its rep's lock, in the middle of its transaction, when PostgreSQL stops answering.
    const lock = await deployment.pool.connect();
    await lock.query('BEGIN');
    await lock.query('SELECT FROM rep_state WHERE user_id = $1 FOR UPDATE', [desk.rep.id]);
    const request = timed(desk.on(server).send('hold-started'));
    const isWaiting = `SELECT FROM pg_stat_activity WHERE application_name = 'call-events lanes' AND wait_event_type = 'Lock'`;
    await until('the event waits', async () => (await deployment.query(isWaiting)).length > 0);
    await postgres.hang();
    const refused = await request;
    await postgres.wake();
    await lock.query('COMMIT');
    lock.release();
    expectUnavailable(refused);
    expect(refused.ms).toBeLessThan(patienceMs);
    await expectRecovery();
  });

  test('every event is answered in time when PostgreSQL hangs under traffic', async () => {
    const brand = await addBrand(deployment);
    const desks = await Promise.all(Array.from({ length: 10 }, () => newRepOf(deployment, { brand })));
    const watched = await Promise.all(desks.map(async (at) => ({ desk: at, tabs: [await at.tab(server)] })));
    const traffic = new Traffic({ reps: desks, servers: [server], eventsPerSecond: 100 });
    await until('some traffic', () => traffic.sent.length > 50);
    await postgres.hang();
    await pause(13_000);
    await postgres.wake();
    await until('the service serves', async () => (await health()).status === 200);
    await pause(300);
    await traffic.stop();
    expect(traffic.statuses).toEqual(new Set([200, 503]));
    expect(traffic.slowestMs).toBeLessThan(patienceMs);
    await agree(deployment.query, watched);
    await expectRecovery();
  });

  test('delays tabs that connect until it answers again', async () => {
    await postgres.hang();
    const latecomers = [new Tab(desk.tabAt(server)), new Tab(desk.tabAt(server, 'polling'))];
    deployment.clients.push(...latecomers);
    expect((await health()).status).toBe(503);
    await postgres.wake();
    await Promise.all(latecomers.map((late) => late.hears('call.state', 1, 15_000)));
    await agree(deployment.query, [{ desk, tabs: [tab, ...latecomers] }]);
  });
});
