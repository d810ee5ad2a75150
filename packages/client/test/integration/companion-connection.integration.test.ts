import { once } from 'node:events';
import { createServer } from 'node:http';
import { Server } from 'socket.io';
import { CompanionConnection } from '../../src/index.ts';

const state = { paused: false, sequence: 5, call_reference: '5a4c2f1e-9f3a-4f0e-8a3c-0123456789ab' };

let server: Server;
let companion: CompanionConnection;
/** `auth` of every connection. */
let connected: unknown[];
let isProving: boolean;
let proofs: ReturnType<typeof setInterval>;

beforeEach(async () => {
  const http = createServer();
  server = new Server(http);
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  connected = [];
  isProving = true;
  const namespace = server.of('/companion');
  namespace.on('connection', (socket) => {
    connected.push(socket.handshake.auth);
    socket.emit('recording.state', state, () => {});
  });
  proofs = setInterval(() => {
    if (isProving) namespace.emit('alive', { at: new Date().toISOString() });
  }, 500);
  companion = new CompanionConnection({
    baseUrl: `http://127.0.0.1:${Object(http.address()).port}`,
    token: 'a-token',
  });
  companion.start();
});

afterEach(async () => {
  clearInterval(proofs);
  await companion.stop();
  await server.close();
});

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 10));
}

test('CompanionConnection declares the protocol, stops 5 s after the last alive, and records again over another connection', async () => {
  await until(() => companion.view.mayRecord);
  const startedAt = performance.now();
  await until(() => performance.now() - startedAt > 5500);
  expect(companion.view.mayRecord).toBe(true);
  isProving = false;
  const silentAt = performance.now();
  await until(() => !companion.view.mayRecord);
  const recordedForMs = performance.now() - silentAt;
  expect(recordedForMs).toBeGreaterThan(4000);
  expect(recordedForMs).toBeLessThan(5500);
  isProving = true;
  await until(() => companion.view.mayRecord);
  expect(connected).toEqual([
    { token: 'a-token', protocol: 2 },
    { token: 'a-token', protocol: 2 },
  ]);
});
