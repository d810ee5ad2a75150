import { once } from 'node:events';
import { createServer } from 'node:http';
import { Server } from 'socket.io';
import { SocketLink } from '../../src/companion/socket-link.ts';

const attempts: unknown[] = [];
let server: Server;
let baseUrl: string;

beforeEach(async () => {
  attempts.length = 0;
  const http = createServer();
  server = new Server(http);
  server.of('/companion').use((socket, next) => {
    const { token } = socket.handshake.auth;
    attempts.push(token);
    next(token === 'a-token' ? undefined : new Error('unauthorized'));
  });
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  baseUrl = `http://127.0.0.1:${Object(http.address()).port}`;
});

afterEach(() => server.close());

/** Starts a link with that source of tokens. Resolves to what the link reports, up to its first connection. */
async function reportsOf(token: () => Promise<string>): Promise<string[]> {
  const link = new SocketLink({ baseUrl, token, answerTimeoutMs: 5000 });
  const reports: string[] = [];
  try {
    await new Promise<void>((resolve) => {
      link.start({
        connected: () => {
          reports.push('connected');
          resolve();
        },
        lost: () => reports.push('lost'),
        failed: ({ message }) => reports.push(message),
        refused: () => reports.push('refused'),
        alive: () => {},
        recordingState: () => {},
        callEnded: () => {},
      });
    });
  } finally {
    await link.stop(Promise.resolve(true));
  }
  return reports;
}

test('SocketLink tries again when no token can be read, and sends none meanwhile', async () => {
  const failing = [true, true];
  const reports = await reportsOf(async () => {
    if (failing.shift()) throw new TypeError('fetch failed');
    return 'a-token';
  });
  expect(reports).toEqual(['fetch failed', 'fetch failed', 'connected']);
  expect(attempts).toEqual(['a-token']);
});

test('SocketLink reports a refusal of the service, and tries another token', async () => {
  const tokens = ['', 'a-token'];
  const reports = await reportsOf(async () => tokens.shift() ?? '');
  expect(reports).toEqual(['refused', 'connected']);
  expect(attempts).toEqual(['', 'a-token']);
});
