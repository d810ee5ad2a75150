import type { HttpAnswer } from '@callside/test-kit';
import { addBrand, addUser, type TestBrand, type TestUser } from '../../test/support/organisations.ts';
import { tokenFor } from '../../test/support/reader.ts';
import { type ServiceUnderTest, startService } from '../../test/support/service-under-test.ts';

let service: ServiceUnderTest;
let brand: TestBrand;
let owner: TestUser;
let token: string;

beforeAll(async () => {
  service = await startService({ trustProxy: ['127.0.0.1'] });
  brand = await addBrand(service);
  owner = await addUser(service, brand, { role: 'owner' });
  token = await tokenFor(owner, brand);
});
afterAll(() => service.close());

function send(
  method: string,
  path: string,
  headers: Record<string, string>,
  { body, on = service }: { body?: string; on?: ServiceUnderTest } = {},
): Promise<HttpAnswer> {
  return on.clients[0].send({
    method,
    path: `/${brand.slug}${path}`,
    headers: { host: brand.host, ...headers },
    ...(body !== undefined && { body }),
  });
}

const bearer = () => ({ authorization: `Bearer ${token}` });
const ownPage = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' };
const cookieOf = (answer: HttpAnswer) => answer.headers['set-cookie']?.[0] ?? '';
const whoIs = () => ({
  id: owner.id,
  email: owner.email,
  name: owner.email,
  role: 'owner',
  team: null,
  brand: brand.slug,
  brand_settings: {
    name: brand.slug,
    country: 'US',
    time_zone: 'UTC',
    currency: 'USD',
    shown_metadata: [],
    offers: false,
  },
});

/** Signs in with a token; resolves to the Cookie header of the session. */
async function signedIn(bearerToken = token, headers: Record<string, string> = {}): Promise<string> {
  const answer = await send('POST', '/sign-in', { authorization: `Bearer ${bearerToken}`, ...headers });
  const cookie = cookieOf(answer).split(';')[0];
  if (cookie === undefined || answer.status !== 200) throw new Error(`sign-in was answered ${answer.status}`);
  return cookie;
}

it('signing in with a token sets a cookie that scripts and other sites cannot use', async () => {
  const answer = await send('POST', '/sign-in', bearer());
  expect([answer.status, answer.json]).toEqual([200, whoIs()]);
  expect(cookieOf(answer)).toMatch(/^callside_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/);
});

it('signing in with a token is the last sign-in of the user', async () => {
  const user = await addUser(service, brand);
  await signedIn(await tokenFor(user, brand));
  const onFile = await service.query('SELECT last_login_at FROM users WHERE id = $1', [user.id]);
  expect(onFile).toEqual([{ last_login_at: expect.any(Date) }]);
});

it('the cookie is sent over https only if the service is public by https', async () => {
  const forwarded = await send('POST', '/sign-in', { ...bearer(), 'x-forwarded-proto': 'https' });
  expect(cookieOf(forwarded)).toMatch(/^__Host-callside_session=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
  const published = await startService({ publicUrl: 'https://calls.example' });
  try {
    const host = 'calls.example';
    await published.query('INSERT INTO brands (id, slug, name, country) VALUES ($1, $2, $2, $3)', [
      brand.id,
      brand.slug,
      'US',
    ]);
    await published.query('INSERT INTO brand_hosts (host, brand_id) VALUES ($1, $2)', [host, brand.id]);
    await published.query(
      `INSERT INTO users (id, brand_id, email, name, status) VALUES ($1, $2, 'a@b.example', 'A', 'active')`,
      [owner.id, brand.id],
    );
    expect(cookieOf(await send('POST', '/sign-in', { ...bearer(), host }, { on: published }))).toMatch(
      /^__Host-callside_session=.*; Secure;/,
    );
  } finally {
    await published.close();
  }
});

it('the cookie gives the same access as the token', async () => {
  const cookie = await signedIn();
  expect((await send('GET', '/me', { cookie })).json).toEqual(whoIs());
  expect((await send('GET', '/chats', { cookie })).status).toBe(200);
  expect((await send('GET', '/settings/api-keys', { cookie })).status).toBe(200);
});

it('with the cookie, only pages of the same origin may write', async () => {
  const cookie = await signedIn();
  const content = { body: '{"feature":"call-events"}' };
  const path = '/settings/api-keys';
  for (const headers of [
    {},
    { 'sec-fetch-site': 'same-origin' },
    { ...ownPage, 'sec-fetch-site': 'cross-site' },
    { ...ownPage, 'sec-fetch-site': 'same-site' },
    { 'content-type': 'application/json', origin: 'https://evil.example' },
    { 'content-type': 'text/plain', 'sec-fetch-site': 'same-origin' },
  ]) {
    const refused = await send('POST', path, { cookie, ...headers }, content);
    expect([headers, refused.status, refused.json]).toEqual([headers, 403, { detail: expect.any(String) }]);
  }
  const program = await send('POST', path, { cookie, 'content-type': 'application/json' }, content);
  expect(program.status).toBe(201);
  const issued = await send('POST', path, { cookie, ...ownPage }, content);
  expect(issued.status).toBe(201);
  const key = `${path}/${Object(issued.json).id}`;
  expect((await send('DELETE', key, { cookie, origin: 'https://evil.example' })).status).toBe(403);
  expect((await send('DELETE', key, { cookie, origin: `https://${brand.host}` })).status).toBe(200);
});

it('the cookie itself cannot be used to sign in', async () => {
  expect((await send('POST', '/sign-in', { cookie: await signedIn(), ...ownPage })).status).toBe(401);
});

it.each(['tab', 'companion'] as const)('a token for a %s cannot be used to sign in', async (audience) => {
  const other = await tokenFor(owner, brand, { audience });
  const answer = await send('POST', '/sign-in', { authorization: `Bearer ${other}` });
  expect([answer.status, answer.headers['set-cookie']]).toEqual([401, undefined]);
});

describe('a request of an invited user to the desk', () => {
  const statusOf = ({ id }: TestUser) => service.query('SELECT status FROM users WHERE id = $1', [id]);
  const readDesk = async (user: TestUser, audience: 'api' | 'tab', of: TestBrand = brand) => {
    const authorization = `Bearer ${await tokenFor(user, of, { audience })}`;
    return (await send('GET', '/desk/me', { authorization })).status;
  };

  it('activates them with a token of a tab', async () => {
    const invited = await addUser(service, brand, { status: 'invited' });
    expect([await readDesk(invited, 'tab'), await statusOf(invited)]).toEqual([200, [{ status: 'active' }]]);
  });

  it('activates nobody with a token of the API, and is 401 like their other reads', async () => {
    const invited = await addUser(service, brand, { status: 'invited' });
    expect([await readDesk(invited, 'api'), await statusOf(invited)]).toEqual([401, [{ status: 'invited' }]]);
  });

  it('activates nobody when their role or their brand is refused', async () => {
    const auditor = await addUser(service, brand, { status: 'invited', role: 'auditor' });
    expect([await readDesk(auditor, 'tab'), await statusOf(auditor)]).toEqual([403, [{ status: 'invited' }]]);
    const other = await addBrand(service);
    const theirs = await addUser(service, other, { status: 'invited' });
    expect([await readDesk(theirs, 'tab', other), await statusOf(theirs)]).toEqual([403, [{ status: 'invited' }]]);
  });
});

describe('signing out', () => {
  it('removes the cookie, even without a valid session', async () => {
    for (const cookie of [await signedIn(), 'callside_session=nonsense']) {
      const answer = await send('POST', '/sign-out', { cookie, ...ownPage });
      expect([answer.status, answer.text]).toEqual([204, '']);
      expect(cookieOf(answer)).toMatch(/^callside_session=; Path=\/; Expires=Thu, 01 Jan 1970/);
    }
    expect((await send('POST', '/sign-out', {})).status).toBe(204);
  });

  it('is forbidden to pages of other sites', async () => {
    const answer = await send('POST', '/sign-out', {
      cookie: await signedIn(),
      'sec-fetch-site': 'cross-site',
    });
    expect([answer.status, answer.headers['set-cookie']]).toEqual([403, undefined]);
    // The form of a foreign page sends no cookie, and the answer would remove it.
    const form = await send('POST', '/sign-out', { 'sec-fetch-site': 'cross-site' });
    expect([form.status, form.headers['set-cookie']]).toEqual([403, undefined]);
  });
});

it('a deactivated user with a cookie is refused from the next request on, and signs in again when they come back', async () => {
  const leaver = await addUser(service, brand);
  const cookie = await signedIn(await tokenFor(leaver, brand));
  expect((await send('GET', '/me', { cookie })).status).toBe(200);
  await service.query(`UPDATE users SET status = 'deactivated' WHERE id = $1`, [leaver.id]);
  expect((await send('GET', '/me', { cookie })).status).toBe(401);
  await service.query(`UPDATE users SET status = 'active' WHERE id = $1`, [leaver.id]);
  expect((await send('GET', '/me', { cookie })).status).toBe(401);
});

describe('a session', () => {
  const expiry = async () => {
    const [row] = await service.query<{ expires_at: Date; life: number }>(
      `SELECT expires_at, extract(epoch FROM expires_at - clock_timestamp())::float8 AS life
         FROM sessions WHERE user_id = $1 ORDER BY created_at DESC, expires_at DESC LIMIT 1`,
      [owner.id],
    );
    if (row === undefined) throw new Error('there is no session');
    return row.life;
  };
  const age = (seconds: number) =>
    service.query(
      `UPDATE sessions SET renewed_at = renewed_at - $1 * interval '1 second', expires_at = expires_at - $1 * interval '1 second'`,
      [seconds],
    );

  it('keeps nothing in the database that could be used as a cookie', async () => {
    const [, cookieToken = ''] = (await signedIn()).split('=');
    const rows = await service.query('SELECT * FROM sessions');
    expect(JSON.stringify(rows)).not.toContain(cookieToken);
  });

  it('is ended by signing out, and its cookie is refused from then on', async () => {
    const cookie = await signedIn();
    expect((await send('POST', '/sign-out', { cookie })).status).toBe(204);
    expect((await send('GET', '/me', { cookie })).status).toBe(401);
  });

  it('gets a new token at every sign-in, and the session of the cookie that the browser had is ended', async () => {
    const planted = await signedIn();
    const cookie = await signedIn(token, { cookie: planted });
    expect(cookie).not.toBe(planted);
    expect((await send('GET', '/me', { cookie: planted })).status).toBe(401);
    expect((await send('GET', '/me', { cookie })).status).toBe(200);
  });

  it('lasts 12 hours after the page asked last who is signed in', async () => {
    const cookie = await signedIn();
    await age(11 * 3600);
    expect(await expiry()).toBeLessThan(3600);
    await send('GET', '/chats', { cookie });
    expect(await expiry()).toBeLessThan(3600);
    await send('GET', '/me', { cookie });
    expect(await expiry()).toBeGreaterThan(11.9 * 3600);
  });

  it('is renewed at most once a minute', async () => {
    const cookie = await signedIn();
    await age(50);
    const before = await expiry();
    await send('GET', '/me', { cookie });
    expect(await expiry()).toBeLessThanOrEqual(before);
  });

  it('is refused after it has expired, and is not renewed', async () => {
    const cookie = await signedIn();
    await age(12 * 3600);
    expect((await send('GET', '/me', { cookie })).status).toBe(401);
    expect((await send('GET', '/me', { cookie })).status).toBe(401);
  });

  it('is refused on the host of another brand', async () => {
    const cookie = await signedIn();
    const other = await addBrand(service);
    const answer = await service.clients[0].send({
      method: 'GET',
      path: `/${other.slug}/me`,
      headers: { host: other.host, cookie },
    });
    expect(answer.status).toBe(403);
  });
});
