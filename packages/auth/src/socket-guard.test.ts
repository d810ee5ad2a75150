import { generateSessionToken } from './session-cookie.ts';
import { createSessionTokens, type SessionAudience } from './session-token.ts';
import { createSocketGuard, type GuardedSocket, type SocketHandshake } from './socket-guard.ts';

const now = new Date('2026-11-21T12:00:00Z');
const tokens = createSessionTokens({ secrets: ['a secret of the tests, long enough to use'] });
const cookieToken = generateSessionToken();
const goodCookie = `callside_session=${cookieToken}`;
const user = { id: 'u1', name: 'Rep' };
type User = typeof user;

async function tokenFor(audience: SessionAudience, brandId = 'b1') {
  return tokens.issue({ userId: 'u1', brandId, audience, ttlSeconds: 60, now }).token;
}

interface Situation {
  auth?: Record<string, unknown>;
  cookie?: string;
  host?: string;
  findActiveUser?: (userId: string, brandId: string) => Promise<User | null>;
  findBrand?: (handshake: SocketHandshake) => Promise<{ id: string } | null>;
  at?: Date;
}

async function enter({ auth = {}, host = 'b1.example', cookie, at = now, ...overrides }: Situation) {
  const socket: GuardedSocket<User> = {
    handshake: { auth, headers: { host, cookie }, address: '127.0.0.1' },
    data: {},
  };
  const guard = createSocketGuard<User>({
    tokens,
    audience: 'tab',
    cookies: {
      findSession: async (token) => (token === cookieToken ? { id: 's1', userId: 'u1', brandId: 'b1' } : null),
      isHttps: () => false,
    },
    findBrand: async ({ headers }) =>
      headers.host === 'b1.example' ? { id: 'b1' } : headers.host === 'b2.example' ? { id: 'b2' } : null,
    findActiveUser: async (userId, brandId) => (userId === 'u1' && brandId === 'b1' ? user : null),
    now: () => at,
    ...overrides,
  });
  const error = await new Promise<Error | undefined>((resolve) => guard(socket, resolve));
  return { message: error?.message, user: socket.data.user, grantId: socket.data.grantId };
}

describe('createSocketGuard', () => {
  it('accepts an active user with a token of the audience, on a host of their brand', async () => {
    expect(await enter({ auth: { token: await tokenFor('tab') } })).toMatchObject({ message: undefined, user });
  });

  it('looks at nothing but the token: a companion may declare a protocol, or none', async () => {
    const token = await tokenFor('tab');
    for (const auth of [{ token }, { token, protocol: 2 }, { token, protocol: 'of another program' }]) {
      expect(await enter({ auth })).toMatchObject({ message: undefined, user });
    }
  });

  it('accepts the cookie of a session when there is no token', async () => {
    for (const auth of [{}, { token: undefined }, { token: null }]) {
      expect(await enter({ auth, cookie: goodCookie })).toMatchObject({ message: undefined, user, grantId: 's1' });
    }
  });

  it.each<[string, Situation]>([
    ['of no session', { cookie: `callside_session=${generateSessionToken()}` }],
    ['on a host of another brand', { cookie: goodCookie, host: 'b2.example' }],
    ['of a user who is no longer active', { cookie: goodCookie, findActiveUser: async () => null }],
    ['beside a bad token', { cookie: goodCookie, auth: { token: 'nonsense' } }],
  ])('refuses a cookie %s as unauthorized', async (_name, situation) => {
    expect(await enter(situation)).toMatchObject({ message: 'unauthorized', user: undefined });
  });

  it.each<[string, () => Promise<Situation>]>([
    ['no token', async () => ({})],
    ['a token that is no text', async () => ({ auth: { token: 5 } })],
    ['a broken token', async () => ({ auth: { token: 'nonsense' } })],
    ['a token of another audience', async () => ({ auth: { token: await tokenFor('companion') } })],
    [
      'an expired token',
      async () => ({ auth: { token: await tokenFor('tab') }, at: new Date(now.getTime() + 60_000) }),
    ],
    ['a host of another brand', async () => ({ auth: { token: await tokenFor('tab') }, host: 'b2.example' })],
    ['a host that nobody serves', async () => ({ auth: { token: await tokenFor('tab') }, host: 'x.example' })],
    ['a token of another brand', async () => ({ auth: { token: await tokenFor('tab', 'b2') } })],
    [
      'a user who is no longer active',
      async () => ({ auth: { token: await tokenFor('tab') }, findActiveUser: async () => null }),
    ],
  ])('refuses %s as unauthorized', async (_name, situation) => {
    expect(await enter(await situation())).toMatchObject({ message: 'unauthorized', user: undefined });
  });

  it.each<keyof Situation>(['findActiveUser', 'findBrand'])('answers unavailable when %s fails', async (name) => {
    const fail = () => Promise.reject(new Error('database away: secret'));
    expect(await enter({ auth: { token: await tokenFor('tab') }, [name]: fail })).toMatchObject({
      message: 'unavailable',
      user: undefined,
    });
  });
});
