import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { migrate } from '@callside/database';
import { type HttpAnswer, PostgresProcess, type ServiceProcess, until } from '@callside/test-kit';
import { type Deployment, deploy, newRepOf, type RepAtWork } from '../../test/support/deployment.ts';
import { eventsOf } from '../../test/support/records.ts';

const mebibyte = 1024 * 1024;
/** The started service and 2,200 connections use about 110; all bodies at once would need several times as much. */
const heapMebibytes = 192;
const heap = { NODE_OPTIONS: `--max-old-space-size=${heapMebibytes}` };

let postgres: PostgresProcess;
let deployment: Deployment;
let server: ServiceProcess;
let desk: RepAtWork;

beforeAll(async () => {
  postgres = await PostgresProcess.start();
  await migrate({ url: postgres.url });
  deployment = await deploy({ databaseUrl: postgres.url, redisUrl: null, settings: heap });
});
beforeEach(async () => {
  server = await deployment.start();
  desk = await newRepOf(deployment);
});
let onTestEnd = async (): Promise<void> => {};
afterEach(async () => {
  await onTestEnd();
  onTestEnd = async () => {};
  await server.stop();
});
afterAll(async () => {
  await deployment.close();
  await postgres.remove();
});

async function recovers(): Promise<void> {
  const { send } = desk.on(server);
  await until(
    'events are recorded again',
    async () => (await send('hold-started', { event_id: 'after' })).status === 200,
    20_000,
  );
  expect((await eventsOf(deployment, desk.rep)).filter(({ event_id }) => event_id === 'after')).toHaveLength(1);
}

async function residentBytes(): Promise<number> {
  const { text } = await server.client.send({ method: 'GET', path: '/metrics' });
  return Number(/^process_resident_memory_bytes\{.*\} (\S+)$/m.exec(text)?.[1]);
}

test('many large and small events while PostgreSQL hangs get 503, and the process keeps running', async () => {
  const { send } = desk.on(server);
  await send('call-started');
  const before = await residentBytes();
  const large = 'x'.repeat(900_000);
  await postgres.hang();
  onTestEnd = () => postgres.wake();
  const answers: Promise<HttpAnswer>[] = [];
  for (let n = 0; n < 200; n += 1) answers.push(send('hold-started', { event_id: `large-${n}`, metadata: { large } }));
  for (let n = 0; n < 2_000; n += 1) answers.push(send('hold-ended', { event_id: `small-${n}` }));
  let greatest = 0;
  const watching = setInterval(() => {
    residentBytes().then(
      (bytes) => {
        greatest = Math.max(greatest, bytes);
      },
      () => {},
    );
  }, 100);
  const statuses = await Promise.all(
    answers.map((answer) =>
      answer.then(
        ({ status }) => status,
        () => 'connection lost',
      ),
    ),
  );
  clearInterval(watching);
  await onTestEnd();
  expect(server.isAlive).toBe(true);
  // A busy machine may lose a connection, which senders retry like a 503.
  expect(new Set([...statuses, 'connection lost'])).toEqual(new Set([503, 'connection lost']));
  expect(statuses.filter((status) => status === 503).length).toBeGreaterThan(2_000);
  expect(greatest - before).toBeLessThan(250 * mebibyte);
  await recovers();
});

test('bodies that arrive slowly leave room for small events', async () => {
  const body = 900_000;
  const sockets: Socket[] = [];
  const addSlowBody = () => {
    const socket = connect(server.port, '127.0.0.1');
    socket.on('error', () => {});
    socket.write(
      `POST /call-events/hold-started HTTP/1.1\r\nHost: ${desk.brand.host}\r\nContent-Length: ${body + 1}\r\n\r\n`,
    );
    socket.write('x'.repeat(body));
    sockets.push(socket);
  };
  const { send } = desk.on(server);
  // Larger than a slow body: if no further slow body fits, this one does not fit either.
  const large = { event_id: 'large', metadata: { large: 'x'.repeat(1_020_000) } };
  // One after another: if bodies compete for the last free bytes, all are refused and the bytes stay free.
  const areLargeRefused = async () => {
    addSlowBody();
    await pause(50);
    const { status, headers } = await send('hold-started', large);
    return status === 503 && headers['retry-after'] === '1';
  };
  await until('large events are refused', areLargeRefused);
  for (let n = 0; n < 20; n += 1) expect((await send('hold-started', { event_id: `small-${n}` })).status).toBe(200);
  for (const socket of sockets) socket.destroy();
  await until('the room is given back', async () => {
    return (await send('hold-started', large)).status === 200;
  });
  expect(server.isAlive).toBe(true);
});
