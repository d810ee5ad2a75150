import { once } from 'node:events';
import { createServer, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { normaliseHost } from '@callside/service-kit';
import { Server } from 'socket.io';
import { io as connect, type Socket } from 'socket.io-client';
import { createSessionTokens, createSocketGuard, type SessionAudience } from '../../src/index.ts';

interface User {
  id: string;
  brandId: string;
}

const tokens = createSessionTokens({ secrets: ['a secret of the tests, long enough to use'] });
const hosts: Record<string, string> = { '127.0.0.1': 'b1', localhost: 'b2' };

let httpServer: HttpServer;
let io: Server;
let port: number;
let isAway = false;
const clients: Socket[] = [];

beforeAll(async () => {
  httpServer = createServer().listen(0);
  await once(httpServer, 'listening');
  port = (httpServer.address() as AddressInfo).port;
  io = new Server<Record<never, never>, Record<never, never>, Record<never, never>, { user: User }>(httpServer);
  const rep = io.of('/rep');
  rep.use(
    createSocketGuard<User>({
      tokens,
      audience: 'tab',
      findBrand: async ({ headers }) => {
        const id = hosts[normaliseHost(headers.host) ?? ''];
        return id === undefined ? null : { id };
      },
      findActiveUser: async (id, brandId) => {
        if (isAway) throw new Error('database away');
        return id === 'rep' ? { id, brandId } : null;
      },
      now: () => new Date(),
    }),
  );
  rep.on('connection', (socket) => {
    const { user } = socket.data;
    socket.emit('welcome', user);
  });
});
afterEach(() => {
  isAway = false;
  for (const client of clients.splice(0)) client.disconnect();
});
afterAll(() => io.close());

const transports = ['websocket', 'polling'] as const;

/** The first message that a client receives: the welcome of its user, or the message of a connect_error. */
async function hear(auth: object, transport: (typeof transports)[number], host = '127.0.0.1'): Promise<unknown> {
  const client = connect(`http://${host}:${port}/rep`, {
    auth,
    transports: [transport],
    reconnection: false,
    forceNew: true,
  });
  clients.push(client);
  return new Promise((resolve) => {
    client.once('welcome', resolve);
    client.once('connect_error', ({ message }) => resolve(message));
  });
}

async function tokenFor(user: string, brandId: string, audience: SessionAudience = 'tab', ttlSeconds = 60) {
  return tokens.issue({ userId: user, brandId, audience, ttlSeconds, now: new Date() }).token;
}

describe.each(transports)('a namespace behind the guard, over %s', (transport) => {
  it('accepts an active user', async () => {
    expect(await hear({ token: await tokenFor('rep', 'b1') }, transport)).toEqual({ id: 'rep', brandId: 'b1' });
  });

  it.each<[string, () => Promise<object>]>([
    ['nothing', async () => ({})],
    ['nonsense', async () => ({ token: 'nonsense' })],
    ['a token that is an object', async () => ({ token: { $gt: '' } })],
    ['a token of a companion', async () => ({ token: await tokenFor('rep', 'b1', 'companion') })],
    ['an expired token', async () => ({ token: await tokenFor('rep', 'b1', 'tab', -1) })],
    ['a token of another brand', async () => ({ token: await tokenFor('rep', 'b2') })],
    ['a token of a user who is not active', async () => ({ token: await tokenFor('leaver', 'b1') })],
  ])('refuses %s as unauthorized', async (_name, auth) => {
    expect(await hear(await auth(), transport)).toBe('unauthorized');
  });

  it('uses the brand of the host', async () => {
    expect(await hear({ token: await tokenFor('rep', 'b2') }, transport, 'localhost')).toEqual({
      id: 'rep',
      brandId: 'b2',
    });
    expect(await hear({ token: await tokenFor('rep', 'b1') }, transport, 'localhost')).toBe('unauthorized');
  });

  it('answers unavailable while users cannot be looked up', async () => {
    isAway = true;
    expect(await hear({ token: await tokenFor('rep', 'b1') }, transport)).toBe('unavailable');
  });
});
