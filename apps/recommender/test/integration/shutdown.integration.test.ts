import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { type Pool, queryThrough } from '@callside/database';
import { createTestDatabase, createTestPool, type TestDatabase } from '@callside/database/testing';
import { builtService, ServiceProcess, until } from '@callside/test-kit';
import { aPhone } from '../support/answers.ts';
import { addBrand, addKey, addProducts } from '../support/shop.ts';

const stoppedWithinMs = 10_000;

let database: TestDatabase;
let pool: Pool;
let server: ServiceProcess;
let key: string;

beforeEach(async () => {
  database = await createTestDatabase();
  pool = createTestPool(database.url);
  const query = queryThrough(pool);
  const brand = await addBrand(query);
  await addProducts(query, brand);
  ({ key } = await addKey(query, brand));
  server = await ServiceProcess.start({
    program: builtService('recommender'),
    settings: { DATABASE_URL: database.url },
  });
});
afterEach(async () => {
  await server.stop();
  await pool.end();
  await database.drop();
});

const body = JSON.stringify({ phone: aPhone, source: 'in flight' });

function ask() {
  return server.client.send({ path: '/recommend', headers: { 'x-api-key': key }, body });
}

async function rawConnection(): Promise<Socket> {
  const socket = connect(server.client.port, '127.0.0.1');
  await once(socket, 'connect');
  socket.on('error', () => {});
  return socket;
}

/** Everything that a raw connection received until it closed. */
async function received(socket: Socket): Promise<string> {
  let text = '';
  for await (const chunk of socket) text += String(chunk);
  return text;
}

function head(length: number): string {
  return `POST /recommend HTTP/1.1\r\nHost: x\r\nX-API-Key: ${key}\r\nContent-Length: ${length}\r\n\r\n`;
}

test('an idle server ends at once with 0, also with open keep-alive connections', async () => {
  expect((await ask()).status).toBe(200);
  const idle = await rawConnection();
  const ended = received(idle);
  const startedAt = performance.now();
  server.kill('SIGTERM');
  expect(await server.ended()).toEqual({ code: 0, signal: null });
  expect(performance.now() - startedAt).toBeLessThan(stoppedWithinMs / 2);
  await ended;
  const [, afterwards = ''] = server.log.split('"msg":"stopping"');
  expect(afterwards).not.toMatch(/"level":"(warn|error|fatal)"/);
});

test('a request in flight is answered and stored, and a new connection is refused', async () => {
  const slow = await rawConnection();
  slow.write(head(body.length) + body.slice(0, 5));
  // The answer on a second connection shows that the server has read the head of the first one.
  await ask();
  server.kill('SIGTERM');
  const isRefused = () =>
    new Promise<boolean>((resolve) => {
      const socket = connect(server.client.port, '127.0.0.1');
      socket.once('connect', () => {
        socket.destroy();
        resolve(false);
      });
      socket.once('error', () => resolve(true));
    });
  await until('new connections are refused', isRefused);
  expect(server.isAlive).toBe(true);
  slow.write(body.slice(5));
  const answer = await received(slow);
  expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  expect(await server.ended()).toEqual({ code: 0, signal: null });
  const id = /"recommendation_id":"([^"]+)"/.exec(answer)?.[1];
  const { rows } = await pool.query('SELECT source FROM recommendations WHERE id = $1', [id]);
  expect(rows).toEqual([{ source: 'in flight' }]);
});

test('a request that never ends is aborted in time', async () => {
  const stuck = await rawConnection();
  stuck.write(`${head(100)}{`);
  await ask();
  const startedAt = performance.now();
  server.kill('SIGTERM');
  expect(await server.ended()).toEqual({ code: 0, signal: null });
  expect(performance.now() - startedAt).toBeLessThan(stoppedWithinMs + 2_000);
});
