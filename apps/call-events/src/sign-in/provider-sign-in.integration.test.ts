import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { createSecretBox } from '@callside/auth';
import { type DemoIdentityProvider, startIdentityProvider } from '@callside/test-kit';
import { SignInBrowser } from '../../test/support/browser-sign-in.ts';
import { addBrand, addUser, type TestBrand } from '../../test/support/organisations.ts';
import { type ServiceUnderTest, sessionSecret, startService } from '../../test/support/service-under-test.ts';

const host = 'calls.acme.example';
const people = ['rep', 'owner', 'invited', 'leaver', 'nobody', 'unverified', 'other'].map((name) => ({
  email: `${name}@acme.example`,
  name: `Person ${name}`,
  email_verified: name !== 'unverified',
}));

let provider: DemoIdentityProvider;
let service: ServiceUnderTest;
let brand: TestBrand;

beforeAll(async () => {
  provider = await startIdentityProvider({ people, hosts: [host, 'calls.other.example', 'localhost'] });
  service = await startService({ servers: 2, trustProxy: ['127.0.0.1'], settings: provider.settings });
  brand = await addBrand(service);
  await service.query('INSERT INTO brand_hosts (host, brand_id) VALUES ($1, $2)', [host, brand.id]);
  await addUser(service, brand, { email: 'rep@acme.example' });
  await addUser(service, brand, { email: 'owner@acme.example', role: 'owner' });
  await addUser(service, brand, { email: 'leaver@acme.example', status: 'deactivated' });
  await addUser(service, brand, { email: 'unverified@acme.example' });
});
afterAll(async () => {
  await service.close();
  await provider.stop();
});

const newBrowser = (headers: Record<string, string> = {}) => new SignInBrowser(service.clients[0], host, headers);
const isSession = (cookie: string) => cookie.includes('callside_session=') && !cookie.includes('1970');
const me = (browser: SignInBrowser) => browser.get(`/${brand.slug}/me`);

describe('GET /sign-in', () => {
  it('sends the browser to the provider with PKCE, state and nonce', async () => {
    const browser = newBrowser();
    const answer = await browser.get('/sign-in?return_to=/events');
    expect(answer.status).toBe(302);
    const url = new URL(answer.headers.location ?? '');
    expect(url.origin).toBe(provider.issuer);
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      response_type: 'code',
      client_id: provider.clientId,
      redirect_uri: `http://${host}/sign-in/callback`,
      scope: 'openid email profile',
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
    });
  });

  it('keeps its secrets encrypted in a cookie that no script can read', async () => {
    const browser = newBrowser();
    const { headers } = await browser.get('/sign-in');
    const [cookie = ''] = browser.cookies.set;
    expect(cookie).toMatch(/^callside_sign_in_[\w-]{16}=/);
    expect(cookie).toMatch(/; Max-Age=600; Path=\/sign-in; .*HttpOnly; SameSite=Lax$/);
    const state = new URL(headers.location ?? '').searchParams.get('state') ?? '';
    const sealed = decodeURIComponent(cookie.slice(cookie.indexOf('=') + 1, cookie.indexOf(';')));
    expect(Buffer.from(sealed, 'base64').toString('latin1')).not.toContain(state);
  });

  it.each<[string, Record<string, string>, string]>([
    ['http for a peer on this machine', {}, 'http'],
    ['https when a trusted proxy says so', { 'x-forwarded-proto': 'https' }, 'https'],
    ['http when a trusted proxy says so on this machine', { 'x-forwarded-proto': 'http' }, 'http'],
  ])('names a redirect URI with %s', async (_name, headers, scheme) => {
    const { headers: answered } = await newBrowser(headers).get('/sign-in');
    const uri = new URL(answered.location ?? '').searchParams.get('redirect_uri');
    expect(uri).toBe(`${scheme}://${host}/sign-in/callback`);
  });

  it.each<[string, Record<string, string>, string]>([
    [`${host}:8443`, {}, `http://${host}:8443`],
    [`${host}:80`, {}, `http://${host}`],
    [`${host}:443`, { 'x-forwarded-proto': 'https' }, `https://${host}`],
    [`${host.toUpperCase()}.:443`, { 'x-forwarded-proto': 'https' }, `https://${host}`],
    ['inside:4100', { 'x-forwarded-proto': 'https', 'x-forwarded-host': `${host}:443` }, `https://${host}`],
  ])('names a redirect URI without a default port for the Host %s and %j', async (named, headers, origin) => {
    const { headers: answered } = await new SignInBrowser(service.clients[0], named, headers).get('/sign-in');
    const uri = new URL(answered.location ?? '').searchParams.get('redirect_uri');
    expect(uri).toBe(`${origin}/sign-in/callback`);
  });
});

describe('a sign-in', () => {
  it('opens a session with a cookie for http, and goes to the page that was asked for', async () => {
    const browser = newBrowser();
    const answer = await browser.signIn('rep@acme.example', { returnTo: '/events?rep=1' });
    expect([answer.status, answer.headers.location]).toEqual([302, '/events?rep=1']);
    expect(browser.cookies.set.find(isSession)).toMatch(
      /^callside_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    expect((await me(browser)).json).toMatchObject({ email: 'rep@acme.example', role: 'rep' });
  });

  it.each([
    ['owner@acme.example', undefined, '/results'],
    ['owner@acme.example', '/', '/'],
    ['owner@acme.example', 'https://evil.example/', '/results'],
    ['rep@acme.example', undefined, '/'],
  ])('of %s with the return_to %p ends at %s', async (email, returnTo, landing) => {
    const answer = await newBrowser().signIn(email, returnTo === undefined ? {} : { returnTo });
    expect([answer.status, answer.headers.location]).toEqual([302, landing]);
  });

  it('sets a cookie for https only behind a proxy with TLS', async () => {
    const browser = newBrowser({ 'x-forwarded-proto': 'https' });
    // The demo provider sends back over plain HTTP only to hosts it knows, whatever the scheme.
    await browser.signIn('rep@acme.example');
    expect(browser.cookies.set.find(isSession)).toMatch(
      /^__Host-callside_session=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
    expect((await me(browser)).status).toBe(200);
  });

  it('makes an invited user active, with the name of the provider if they have none', async () => {
    await addUser(service, brand, { email: 'invited@acme.example', status: 'invited' });
    await service.query(`UPDATE users SET name = email WHERE email = 'invited@acme.example'`);
    const browser = newBrowser();
    await browser.signIn('invited@acme.example');
    expect((await me(browser)).json).toMatchObject({ email: 'invited@acme.example', name: 'Person invited' });
    const [user] = await service.query<{ status: string; last_login_at: Date | null }>(
      `SELECT status, last_login_at FROM users WHERE email = 'invited@acme.example'`,
    );
    expect(user).toMatchObject({ status: 'active', last_login_at: expect.any(Date) });
  });

  it('can be completed by another instance', async () => {
    const browser = newBrowser();
    const path = await browser.identifyAs('rep@acme.example');
    expect((await browser.get(path, service.clients[1])).status).toBe(302);
    expect((await me(browser)).status).toBe(200);
  });

  it('replaces the session that was planted in the browser', async () => {
    const browser = newBrowser();
    await browser.signIn('rep@acme.example');
    const planted = browser.copy();
    await browser.signIn('owner@acme.example');
    expect((await me(browser)).json).toMatchObject({ email: 'owner@acme.example' });
    expect((await me(planted)).status).toBe(401);
  });

  it('works in two tabs of a browser at the same time', async () => {
    const browser = newBrowser();
    const [first, second] = [
      await browser.identifyAs('rep@acme.example'),
      await browser.identifyAs('rep@acme.example'),
    ];
    expect((await browser.get(first)).status).toBe(302);
    expect((await browser.get(second)).status).toBe(302);
  });

  it.each<[string, string, string]>([
    ['an address that the brand does not know', 'nobody@acme.example', 'You do not have access yet'],
    ['an address that is not verified', 'unverified@acme.example', 'Your e-mail address is not verified'],
    ['a deactivated user', 'leaver@acme.example', 'Your access has ended'],
  ])('gets a page with status 403 that names whom to ask, with %s', async (_name, email, title) => {
    const browser = newBrowser();
    const answer = await browser.signIn(email);
    expect([answer.status, answer.headers['content-type']]).toEqual([403, 'text/html; charset=utf-8']);
    expect(answer.text).toContain(`<h1>${title}</h1>`);
    expect(answer.text).toMatch(/Ask (an owner|the people who manage the accounts) of/);
    expect(answer.text).toContain(email);
    expect(answer.headers['content-security-policy']).toContain("default-src 'none'");
    expect(answer.text).not.toMatch(/<script|style=/);
    expect(browser.cookies.set.some(isSession)).toBe(false);
  });
});

it('the pages of sign-in have the language that the browser asks for', async () => {
  const answer = await newBrowser({ 'accept-language': 'de-AT, en;q=0.5' }).signIn('nobody@acme.example');
  expect(answer.text).toContain('<html lang="de">');
  expect(answer.text).toContain('<h1>Sie haben noch keinen Zugang</h1>');
  const other = await newBrowser({ 'accept-language': 'fr' }).signIn('nobody@acme.example');
  expect(other.text).toContain('<html lang="en">');
});

describe('an answer that does not belong to a sign-in of the browser', () => {
  const refused = async (browser: SignInBrowser, path: string) => {
    const answer = await browser.get(path);
    expect([answer.status, answer.headers['content-type']]).toEqual([400, 'text/html; charset=utf-8']);
    expect(browser.cookies.set.some(isSession)).toBe(false);
  };

  it('is refused with a forged state', async () => {
    const browser = newBrowser();
    const path = await browser.identifyAs('rep@acme.example');
    await refused(browser, path.replace(/state=[^&]+/, `state=${randomBytes(32).toString('base64url')}`));
  });

  it.each(['id_token', 'token'])('is refused with a %s in its address', async (parameter) => {
    const browser = newBrowser();
    await refused(browser, `${await browser.identifyAs('rep@acme.example')}&${parameter}=anything`);
  });

  it('is refused in another browser', async () => {
    const path = await newBrowser().identifyAs('rep@acme.example');
    await refused(newBrowser(), path);
  });

  it('is refused when it is used again, also by a browser that kept the cookie', async () => {
    const browser = newBrowser();
    const path = await browser.identifyAs('rep@acme.example');
    const keeping = browser.copy();
    expect((await browser.get(path)).status).toBe(302);
    expect((await browser.get(path)).status).toBe(400);
    await refused(keeping, path);
  });

  it('is refused with a code of another sign-in', async () => {
    const browser = newBrowser();
    const [one, two] = [await browser.identifyAs('rep@acme.example'), await browser.identifyAs('owner@acme.example')];
    const code = (path: string) => /code=([^&]+)/.exec(path)?.[1] ?? '';
    await refused(browser, one.replace(code(one), code(two)));
  });

  it('is refused when the cookie was changed', async () => {
    const browser = newBrowser();
    const path = await browser.identifyAs('rep@acme.example');
    const state = new URLSearchParams(path.split('?')[1]).get('state') ?? '';
    const box = createSecretBox({ secrets: [sessionSecret] });
    const forged = encodeURIComponent(
      box.seal(JSON.stringify({ brandId: brand.id, state, expiresAt: Date.now() * 2 })),
    );
    browser.cookies.store([`callside_sign_in_${state.slice(0, 16)}=${forged}`]);
    await refused(browser, path);
  });

  it('is refused on the host of another brand', async () => {
    const other = await addBrand(service);
    await service.query('INSERT INTO brand_hosts (host, brand_id) VALUES ($1, $2)', ['calls.other.example', other.id]);
    const browser = newBrowser();
    const path = await browser.identifyAs('rep@acme.example');
    const elsewhere = new SignInBrowser(service.clients[0], 'calls.other.example');
    elsewhere.cookies = browser.cookies.copy();
    await refused(elsewhere, path);
  });

  it.each(['', '?', '?state=', '?state=a&state=b', '?code=x', '?error=access_denied', '?state=%00&code=%ff'])(
    'is refused when it is %p',
    async (search) => {
      await refused(newBrowser(), `/sign-in/callback${search}`);
    },
  );

  it('shows that the provider refused, and opens no session', async () => {
    const browser = newBrowser();
    const { headers } = await browser.get('/sign-in?return_to=/events');
    const state = new URL(headers.location ?? '').searchParams.get('state');
    const answer = await browser.get(
      `/sign-in/callback?error=access_denied&state=${state}&iss=${encodeURIComponent(provider.issuer)}`,
    );
    expect(answer.status).toBe(400);
    expect(answer.text).toContain('The sign-in was cancelled');
    expect(answer.text).toContain('/sign-in?return_to=%2Fevents');
  });
});

describe('pages of the console', () => {
  const ownerPages = ['/events', '/results', '/recommender', '/settings/api-keys', '/settings/people'];

  it.each(ownerPages)('%s sends a browser without a session to the provider and back', async (path) => {
    const answer = await newBrowser().get(`${path}?a=1`);
    expect([answer.status, answer.headers.location]).toEqual([
      302,
      `/sign-in?return_to=${encodeURIComponent(`${path}?a=1`)}`,
    ]);
  });

  it('have the status 403 for a rep and 200 for an owner, if they are pages of owners', async () => {
    const [rep, owner] = [newBrowser(), newBrowser()];
    await rep.signIn('rep@acme.example');
    await owner.signIn('owner@acme.example');
    for (const path of ownerPages) {
      expect([path, (await rep.get(path)).status]).toEqual([path, 403]);
      expect([path, (await owner.get(path)).status]).toEqual([path, 200]);
    }
  });

  it('the rep desk is shown without a session, and shows that sign-in is at the provider', async () => {
    expect((await newBrowser().get('/')).status).toBe(200);
    expect((await newBrowser().get('/console/brand')).json).toEqual({
      slug: brand.slug,
      name: brand.slug,
      sign_in: 'provider',
      frame_origins: [],
    });
  });
});

describe("a brand's own provider", () => {
  const store = async (issuer: string, { clientSecret = provider.clientSecret, secret = sessionSecret } = {}) => {
    const other = await addBrand(service);
    const sealed = createSecretBox({ secrets: [secret] }).seal(clientSecret);
    await service.query(
      'INSERT INTO sign_in_providers (brand_id, issuer, client_id, client_secret_sealed) VALUES ($1, $2, $3, $4)',
      [other.id, issuer, provider.clientId, sealed],
    );
    return new SignInBrowser(service.clients[0], other.host);
  };

  it('is used instead of the provider of the deployment', async () => {
    const own = await startIdentityProvider({ people });
    try {
      const browser = await store(own.issuer);
      const { headers } = await browser.get('/sign-in');
      expect(headers.location).toMatch(new RegExp(`^${own.issuer}/`));
    } finally {
      await own.stop();
    }
  });

  it.each<[string, () => Promise<SignInBrowser>]>([
    ['does not answer', () => store('http://127.0.0.1:9')],
    ['is no provider', async () => store(await plainServer())],
    ['has a secret that was encrypted with another key', () => store(provider.issuer, { secret: 'x'.repeat(32) })],
  ])('leads to a page with status 503 and a link to try again if it %s', async (_name, browserOf) => {
    const browser = await browserOf();
    const answer = await browser.get('/sign-in?return_to=/events');
    expect([answer.status, answer.headers['retry-after']]).toEqual([503, '5']);
    expect(answer.text).toContain('href="/sign-in?return_to=%2Fevents"');
  });

  it('leads to the same page if it refuses the client, and the log has the reason', async () => {
    await service.query(
      'INSERT INTO sign_in_providers (brand_id, issuer, client_id, client_secret_sealed) VALUES ($1, $2, $3, $4)',
      [brand.id, provider.issuer, provider.clientId, createSecretBox({ secrets: [sessionSecret] }).seal('wrong')],
    );
    try {
      const answer = await newBrowser().signIn('rep@acme.example');
      expect(answer.status).toBe(503);
      expect(service.logged()).toContain('the provider refuses the client id or the client secret');
    } finally {
      await service.query('DELETE FROM sign_in_providers WHERE brand_id = $1', [brand.id]);
    }
  });

  const servers: ReturnType<typeof createServer>[] = [];
  const plainServer = () =>
    new Promise<string>((resolve) => {
      const server = createServer((_request, response) => void response.end('hello'));
      servers.push(server);
      server.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${Object(server.address()).port}`));
    });
  afterAll(() => {
    for (const server of servers) server.close();
  });
});

it('a provider that stops during a sign-in leads to a page with status 503, and sign-in works again when it is available', async () => {
  const shortLived = await startIdentityProvider({ people, hosts: [host] });
  const another = await startService({ settings: shortLived.settings });
  try {
    const acme = await addBrand(another);
    await another.query('INSERT INTO brand_hosts (host, brand_id) VALUES ($1, $2)', [host, acme.id]);
    await addUser(another, acme, { email: 'rep@acme.example' });
    const browser = new SignInBrowser(another.clients[0], host);
    const path = await browser.identifyAs('rep@acme.example', { returnTo: '/events' });
    await shortLived.stop();
    const answer = await browser.get(path);
    expect(answer.status).toBe(503);
    expect(answer.text).toContain('href="/sign-in?return_to=%2Fevents"');
    const back = await startIdentityProvider({ people, hosts: [host], port: shortLived.port });
    try {
      expect((await browser.signIn('rep@acme.example')).headers.location).toBe('/');
    } finally {
      await back.stop();
    }
  } finally {
    await another.close();
  }
});

describe('without a provider', () => {
  let tokensOnly: ServiceUnderTest;
  let acme: TestBrand;
  beforeAll(async () => {
    tokensOnly = await startService();
    acme = await addBrand(tokensOnly);
  });
  afterAll(() => tokensOnly.close());
  const browser = () => new SignInBrowser(tokensOnly.clients[0], acme.host);

  it('GET /sign-in goes to the page, which asks for a token', async () => {
    const answer = await browser().get('/sign-in?return_to=/events');
    expect([answer.status, answer.headers.location]).toEqual([302, '/events']);
    expect((await browser().get('/events')).status).toBe(200);
    expect((await browser().get('/console/brand')).json).toMatchObject({ sign_in: 'token' });
  });

  it.each(['https://evil.example/', '//evil.example', '/\\evil.example', '/\t/evil.example'])(
    'ignores the foreign return_to %p',
    async (asked) => {
      const answer = await browser().get(`/sign-in?return_to=${encodeURIComponent(asked)}`);
      expect(answer.headers.location).toBe('/');
    },
  );

  it('a callback is refused', async () => {
    expect((await browser().get('/sign-in/callback?code=a&state=b')).status).toBe(400);
  });
});
