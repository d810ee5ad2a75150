import { createErrorHandler, createLogger, createMetrics, createRequestContext } from '@callside/service-kit';
import { CapturedLog } from '@callside/test-kit';
import express from 'express';
import request from 'supertest';
import {
  createSessionTokens,
  generateSessionToken,
  requestSession,
  requestUser,
  requireOwner,
  requireSession,
  type SessionAudience,
  type SignedInUser,
} from '../../src/index.ts';

const now = new Date('2026-11-21T12:00:00Z');
const tokens = createSessionTokens({ secrets: ['a secret of the tests, long enough to use'] });
const refusal = { detail: 'Session token is invalid or missing.' };

const people = ['rep', 'owner'] as const;
const users: SignedInUser[] = people.flatMap((role) =>
  ['b1', 'b2'].map((brandId) => ({
    id: `${role} of ${brandId}`,
    brandId,
    email: `${role}@${brandId}.example`,
    name: role,
    role,
    team: null,
  })),
);

interface Who {
  userId?: string;
  brandId?: string;
  audience?: SessionAudience;
}

/** The tokens of cookies by the user whose session they are. */
const cookieTokens = new Map(users.map(({ id }) => [id, generateSessionToken()]));
const cookieOf = (userId = 'rep of b1', name = 'callside_session') => `${name}=${cookieTokens.get(userId)}`;

async function tokenOf({ userId = 'rep of b1', brandId = 'b1', audience = 'api' }: Who = {}): Promise<string> {
  return tokens.issue({ userId, brandId, audience, ttlSeconds: 60, now }).token;
}

async function findSession(token: string) {
  const user = users.find(({ id }) => cookieTokens.get(id) === token);
  return user === undefined ? null : { id: `session of ${user.id}`, userId: user.id, brandId: user.brandId };
}

function createService({
  at = now,
  audiences = ['api'],
  roles = people,
  cookie = 'taken',
  isHttps = false,
}: {
  at?: Date;
  audiences?: [SessionAudience, ...SessionAudience[]];
  roles?: readonly string[];
  cookie?: 'taken' | 'not taken';
  isHttps?: boolean;
} = {}) {
  const log = new CapturedLog();
  const logger = createLogger({ service: 'demo', level: 'info', destination: log });
  const app = express();
  app.set('trust proxy', ['127.0.0.1', '::1', '::ffff:127.0.0.1']);
  app.use(createRequestContext({ logger, metrics: createMetrics({ service: 'demo' }) }));
  app.use(
    requireSession({
      tokens,
      audiences,
      roles,
      cookie: cookie === 'taken' ? { findSession, isHttps: () => isHttps } : null,
      findActiveUser: async (userId, brandId) =>
        users.find((user) => user.id === userId && user.brandId === brandId) ?? null,
      brandIdOf: () => 'b1',
      now: () => at,
    }),
  );
  app.get('/owners', requireOwner, (_request, response) => void response.json({}));
  app.all('/', (request, response) => {
    response.json({ user: requestUser.of(request), session: requestSession.of(request)?.id ?? null });
  });
  app.use(createErrorHandler({ logger }));
  return { app, log };
}

describe('requireSession', () => {
  it('accepts a valid token from Authorization, and sets the user', async () => {
    const token = await tokenOf();
    const { app, log } = createService();
    const response = await request(app).get('/').set('Authorization', `Bearer ${token}`);
    expect([response.status, response.body]).toEqual([200, { user: users[0], session: null }]);
    expect(log.text).toContain('"user_id":"rep of b1"');
    expect(log.text).not.toContain(token.slice(-20));
  });

  it('accepts the cookie of a session, and sets the user and the session', async () => {
    const { app, log } = createService();
    const response = await request(app).get('/').set('Cookie', `other=1; ${cookieOf()}`);
    expect([response.status, response.body]).toEqual([200, { user: users[0], session: 'session of rep of b1' }]);
    expect(log.text).not.toContain(cookieOf().slice(-20));
  });

  it('accepts over https only the cookie that another host cannot set', async () => {
    const { app } = createService({ isHttps: true });
    expect((await request(app).get('/').set('Cookie', cookieOf())).status).toBe(401);
    const cookie = cookieOf('rep of b1', '__Host-callside_session');
    expect((await request(app).get('/').set('Cookie', cookie)).status).toBe(200);
  });

  it.each<[string, () => Promise<Record<string, string>>]>([
    ['nothing', async () => ({})],
    ['an empty header', async () => ({ Authorization: '' })],
    ['another scheme', async () => ({ Authorization: `Basic ${await tokenOf()}` })],
    ['no scheme', async () => ({ Authorization: await tokenOf() })],
    ['two tokens', async () => ({ Authorization: `Bearer ${await tokenOf()} ${await tokenOf()}` })],
    ['a broken token', async () => ({ Authorization: 'Bearer a.b.c' })],
    ['an API key', async () => ({ Authorization: `Bearer cs_live_${'0'.repeat(40)}` })],
    ['a key in its header', async () => ({ 'X-API-Key': `cs_live_${'0'.repeat(40)}` })],
    ['a token for tabs', async () => ({ Authorization: `Bearer ${await tokenOf({ audience: 'tab' })}` })],
    ['a token for companions', async () => ({ Authorization: `Bearer ${await tokenOf({ audience: 'companion' })}` })],
    ['the token of nobody', async () => ({ Authorization: `Bearer ${await tokenOf({ userId: 'nobody' })}` })],
    ['a bearer token in the cookie', async () => ({ Cookie: `callside_session=${await tokenOf()}` })],
    ['the cookie of no session', async () => ({ Cookie: `callside_session=${generateSessionToken()}` })],
    ['a session in another cookie', async () => ({ Cookie: cookieOf('rep of b1', 'session') })],
    ['a bad header beside a good cookie', async () => ({ Authorization: 'Bearer nonsense', Cookie: cookieOf() })],
  ])('refuses a request with %s with the same answer', async (_name, headersOf) => {
    const response = await request(createService().app)
      .get('/')
      .set(await headersOf());
    expect([response.status, response.body, response.headers['www-authenticate']]).toEqual([401, refusal, 'Bearer']);
  });

  it.each<[SessionAudience, string, number]>([
    ['api', 'owner', 200],
    ['tab', 'rep', 403],
  ])('an owner with a token for %s passes as %s', async (audience, role, status) => {
    const { app } = createService({ audiences: ['api', 'tab'] });
    const token = await tokenOf({ userId: 'owner of b1', audience });
    const get = (path: string) => request(app).get(path).set('Authorization', `Bearer ${token}`);
    expect((await get('/')).body.user).toEqual({ ...users[2], role });
    expect((await get('/owners')).status).toBe(status);
  });

  it('reads no token from the URL', async () => {
    const response = await request(createService().app).get(
      `/?token=${await tokenOf()}&access_token=${await tokenOf()}`,
    );
    expect(response.status).toBe(401);
  });

  it('refuses an expired token', async () => {
    const { app } = createService({ at: new Date(now.getTime() + 60_000) });
    const response = await request(app)
      .get('/')
      .set('Authorization', `Bearer ${await tokenOf()}`);
    expect([response.status, response.body]).toEqual([401, refusal]);
  });

  it('forbids the users of other brands', async () => {
    const token = await tokenOf({ userId: 'owner of b2', brandId: 'b2' });
    const response = await request(createService().app).get('/').set('Authorization', `Bearer ${token}`);
    expect([response.status, response.body]).toEqual([403, { detail: 'This is not a brand of yours.' }]);
  });

  it('ignores the cookie when cookies are not accepted', async () => {
    const { app } = createService({ cookie: 'not taken' });
    expect((await request(app).get('/').set('Cookie', cookieOf())).status).toBe(401);
  });
});

describe('a write with the cookie', () => {
  const json = { 'Content-Type': 'application/json', Host: 'calls.example' };

  async function write(headers: Record<string, string>, method: 'post' | 'delete' = 'post'): Promise<number> {
    const response = await request(createService().app)[method]('/').set('Cookie', cookieOf()).set(headers);
    return response.status;
  }

  it.each<[string, Record<string, string>]>([
    ['it is not from a browser', {}],
    ['the browser reports the same origin', { 'Sec-Fetch-Site': 'same-origin' }],
    ['its origin is this host', { Origin: 'https://calls.example' }],
    ['its origin is this host, at its default port', { Origin: 'http://calls.example:80' }],
    ['the Host names the default port', { Origin: 'https://calls.example', Host: 'calls.example:443' }],
    ['the Host has other letters and a dot', { Origin: 'https://calls.example', Host: 'CALLS.example.' }],
    ['the forwarded host names the default port', { Origin: 'https://a.example', 'X-Forwarded-Host': 'a.example:443' }],
    [
      'its origin is the host that the listed proxy forwards',
      { Origin: 'https://a.example', 'X-Forwarded-Host': 'a.example' },
    ],
  ])('passes when %s', async (_name, headers) => {
    expect(await write({ ...json, ...headers })).toBe(200);
    expect(await write({ Host: json.Host, ...headers }, 'delete')).toBe(200);
  });

  it.each<[string, Record<string, string>]>([
    ['it comes from the same site', { 'Sec-Fetch-Site': 'same-site' }],
    ['it comes from another site', { 'Sec-Fetch-Site': 'cross-site' }],
    ['it does not come from a page', { 'Sec-Fetch-Site': 'none' }],
    ['the browser and the origin disagree', { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://calls.example' }],
    ['its origin is another host', { Origin: 'https://evil.example' }],
    ['its origin is another port', { Origin: 'https://calls.example:8443' }],
    ['its origin is hidden', { Origin: 'null' }],
  ])('is forbidden when %s', async (_name, headers) => {
    expect(await write({ ...json, ...headers })).toBe(403);
    expect(await write({ ...json, ...headers }, 'delete')).toBe(403);
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data', 'text/json;application/json'])(
    'is forbidden as %s, which a form can send',
    async (type) => {
      expect(await write({ Host: json.Host, 'Sec-Fetch-Site': 'same-origin', 'Content-Type': type })).toBe(403);
    },
  );

  it('needs none of these headers with a bearer token', async () => {
    const response = await request(createService().app)
      .post('/')
      .set({ Authorization: `Bearer ${await tokenOf()}`, 'Sec-Fetch-Site': 'cross-site' });
    expect(response.status).toBe(200);
  });
});

describe('requireOwner', () => {
  it.each([
    ['rep', 403],
    ['owner', 200],
  ])('answers a %s with %i', async (role, status) => {
    const token = await tokenOf({ userId: `${role} of b1` });
    const response = await request(createService().app).get('/owners').set('Authorization', `Bearer ${token}`);
    expect(response.status).toBe(status);
  });
});
