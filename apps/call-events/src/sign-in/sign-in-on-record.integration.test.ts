// Sign-ins, refused sign-ins and sign-outs in the audit log.

import { createSecretBox } from '@callside/auth';
import type { HttpAnswer } from '@callside/test-kit';
import { auditLogOf, withoutAuditLog } from '../../test/support/audit-log.ts';
import { SignInBrowser } from '../../test/support/browser-sign-in.ts';
import { addBrand, addUser, type TestBrand, type TestUser } from '../../test/support/organisations.ts';
import { ProgrammableProvider } from '../../test/support/programmable-provider.ts';
import { tokenFor } from '../../test/support/reader.ts';
import { type ServiceUnderTest, sessionSecret, startService } from '../../test/support/service-under-test.ts';

const email = 'rep@acme.example';
const most = { refusedSignIns: 8, refusedSignInsOfBrand: 20 };

let provider: ProgrammableProvider;
let service: ServiceUnderTest;
let brand: TestBrand;
let rep: TestUser;

beforeAll(async () => {
  provider = await ProgrammableProvider.start();
  service = await startService({ trustProxy: ['127.0.0.1'], rates: most });
});
afterAll(async () => {
  await service.close();
  await provider.stop();
});
beforeEach(async () => {
  brand = await addBrand(service);
  rep = await addUser(service, brand, { email });
  await addUser(service, brand, { email: 'owner@acme.example', role: 'owner' });
  await addUser(service, brand, { email: 'leaver@acme.example', status: 'deactivated' });
  await useProvider({ trustEmail: false });
});

async function useProvider({ trustEmail }: { trustEmail: boolean }): Promise<void> {
  const sealed = createSecretBox({ secrets: [sessionSecret] }).seal(provider.clientSecret);
  await service.query('DELETE FROM sign_in_providers WHERE brand_id = $1', [brand.id]);
  await service.query(
    `INSERT INTO sign_in_providers (brand_id, issuer, client_id, client_secret_sealed, trust_email)
     VALUES ($1, $2, $3, $4, $5)`,
    [brand.id, provider.issuer, provider.clientId, sealed, trustEmail],
  );
}

const address = '203.0.113.7';
const newBrowser = (from = address) => new SignInBrowser(service.clients[0], brand.host, { 'x-forwarded-for': from });

async function comesBack(browser: SignInBrowser, more: Record<string, string> = {}): Promise<HttpAnswer> {
  const { headers } = await browser.get('/sign-in');
  const { searchParams } = new URL(headers.location ?? '');
  const [state, code] = [searchParams.get('state') ?? '', searchParams.get('nonce') ?? ''];
  return browser.get(`/sign-in/callback?${new URLSearchParams({ state, code, ...more })}`);
}

type Behaviour = Parameters<ProgrammableProvider['behave']>[0];

function signIn(behaviour: Behaviour, browser = newBrowser()): Promise<HttpAnswer> {
  provider.behave({ userinfo: { status: 200 }, ...behaviour });
  return comesBack(browser);
}

function post(path: string, headers: Record<string, string>): Promise<HttpAnswer> {
  return service.clients[0].send({
    method: 'POST',
    path: `/${brand.slug}${path}`,
    headers: { host: brand.host, 'x-forwarded-for': address, ...headers },
  });
}

const byRep = () => ({ actor: email, actor_user_id: rep.id, origin: address });
const uuid = expect.stringMatching(/^[0-9a-f-]{36}$/);
const verified = { email, email_verified: true, sub: 'rep at the provider' };
const refusal = (actor: string, detail: object) => ({
  ...{ action: 'session.refused', actor, actor_user_id: null, origin: address, subject: actor },
  detail,
});

it('signing in at the provider and signing out are entries with the same session', async () => {
  const browser = newBrowser();
  expect((await signIn({ claims: verified }, browser)).status).toBe(302);
  const signOut = { cookie: browser.cookies.header, 'sec-fetch-site': 'same-origin' };
  expect((await post('/sign-out', signOut)).status).toBe(204);
  expect((await post('/sign-out', signOut)).status).toBe(204);
  const entries = await auditLogOf(service, brand);
  expect(entries).toEqual([
    { action: 'session.start', ...byRep(), subject: uuid, detail: { by: 'identity provider' } },
    { action: 'session.end', ...byRep(), subject: entries[0]?.subject, detail: { by: 'sign-out' } },
  ]);
});

it('a sign-in that replaces a session ends it on record', async () => {
  const browser = newBrowser();
  await signIn({ claims: verified }, browser);
  await signIn({ claims: verified }, browser);
  const entries = await auditLogOf(service, brand);
  expect(entries.map(({ action }) => action)).toEqual(['session.start', 'session.start', 'session.end']);
  expect(entries[2]).toMatchObject({ subject: entries[0]?.subject, detail: { by: 'sign-in' } });
});

it('signing in with a token is an entry, and so is a refused token', async () => {
  const other = await addBrand(service);
  const stranger = await tokenFor(await addUser(service, other), other);
  for (const [token, status] of [
    [await tokenFor(rep, brand), 200],
    ['not-a-token', 401],
    [await tokenFor(rep, brand, { audience: 'tab' }), 401],
    [stranger, 403],
  ] as const) {
    expect((await post('/sign-in', { authorization: `Bearer ${token}` })).status).toBe(status);
  }
  expect(await auditLogOf(service, brand)).toEqual([
    { action: 'session.start', ...byRep(), subject: uuid, detail: { by: 'token' } },
    ...Array.from({ length: 3 }, () => refusal('unknown', { reason: 'token' })),
  ]);
});

const failing = { token: { status: 500, body: {} } };
it.each<[string, Behaviour, string, object]>([
  ['of somebody unknown', { claims: { ...verified, email: 'x@y.example' } }, 'x@y.example', { reason: 'unknown' }],
  [
    'of a deactivated user',
    { claims: { ...verified, email: 'leaver@acme.example' } },
    'leaver@acme.example',
    { reason: 'deactivated' },
  ],
  ['with an unverified address', { claims: { ...verified, email_verified: false } }, email, { reason: 'unverified' }],
  ['without an address', {}, 'unknown', { reason: 'unverified' }],
  ['at a provider that fails', failing, 'unknown', { reason: 'unavailable' }],
])('a refused sign-in %s is an entry with what was claimed', async (_name, behaviour, actor, detail) => {
  await signIn(behaviour);
  expect(await auditLogOf(service, brand)).toEqual([refusal(actor, detail)]);
});

it('an answer that was declined, and one that belongs to no sign-in, are entries', async () => {
  await comesBack(newBrowser(), { error: 'access_denied' });
  await newBrowser().get('/sign-in/callback?state=0123456789abcdef&code=x');
  expect(await auditLogOf(service, brand)).toEqual([
    refusal('unknown', { reason: 'declined' }),
    refusal('unknown', { reason: 'invalid' }),
  ]);
});

describe('where addresses are trusted', () => {
  beforeEach(() => useProvider({ trustEmail: true }));

  const unsaid = { email, sub: 'rep at the provider' };

  it('the first sign-in of a user is an entry that binds them to the account', async () => {
    await signIn({ claims: unsaid });
    await signIn({ claims: unsaid });
    const { issuer } = provider;
    expect(await auditLogOf(service, brand)).toEqual([
      {
        ...{ action: 'user.bind', ...byRep(), subject: rep.id },
        detail: { email, issuer, subject: 'rep at the provider', by: 'sign-in' },
      },
      { action: 'session.start', ...byRep(), subject: uuid, detail: { by: 'identity provider' } },
      { action: 'session.start', ...byRep(), subject: uuid, detail: { by: 'identity provider' } },
    ]);
  });

  it('two sign-ins at once bind once', async () => {
    provider.behave({ claims: unsaid, userinfo: { status: 200 } });
    await Promise.all([comesBack(newBrowser()), comesBack(newBrowser())]);
    const actions = (await auditLogOf(service, brand)).map(({ action }) => action);
    expect(actions.filter((action) => action === 'user.bind')).toHaveLength(1);
    expect(actions.filter((action) => action === 'session.start')).toHaveLength(2);
  });

  it('another account and an owner who is not bound are refused on record, with the account', async () => {
    await signIn({ claims: unsaid });
    await signIn({ claims: { ...unsaid, sub: 'somebody else' } });
    await signIn({ claims: { email: 'owner@acme.example', sub: 'the owner' } });
    expect((await auditLogOf(service, brand)).slice(2)).toEqual([
      refusal(email, { reason: 'other_account', subject: 'somebody else' }),
      refusal('owner@acme.example', { reason: 'owner_not_bound', subject: 'the owner' }),
    ]);
  });
});

describe('a flood of refused sign-ins', () => {
  const flood = (count: number, from: (index: number) => string) =>
    Promise.all(
      Array.from({ length: count }, (_, index) => newBrowser(from(index)).get('/sign-in/callback?state=x&code=x')),
    );

  it('fills the limit of its address, and each request is answered', async () => {
    const answers = await flood(most.refusedSignIns + 30, () => address);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([400]));
    expect(await auditLogOf(service, brand)).toHaveLength(most.refusedSignIns);
  });

  it('of many addresses fills the limit of the brand, and hides no refused person', async () => {
    await flood(most.refusedSignInsOfBrand + 30, (index) => `203.0.113.${index}`);
    expect(await auditLogOf(service, brand)).toHaveLength(most.refusedSignInsOfBrand);
    await signIn({ claims: { ...verified, email: 'leaver@acme.example' } }, newBrowser('198.51.100.1'));
    expect((await auditLogOf(service, brand)).at(-1)).toMatchObject({ actor: 'leaver@acme.example' });
  });
});

it('nobody is signed in or out without an entry; a refusal is still answered', async () => {
  const browser = newBrowser();
  await signIn({ claims: verified }, browser);
  const session = { cookie: browser.cookies.header, 'sec-fetch-site': 'same-origin' };
  await withoutAuditLog(service, async () => {
    expect((await signIn({ claims: verified })).status).toBe(500);
    expect((await post('/sign-in', { authorization: `Bearer ${await tokenFor(rep, brand)}` })).status).toBe(500);
    expect((await post('/sign-out', session)).status).toBe(500);
    expect((await signIn({ claims: { ...verified, email_verified: false } })).status).toBe(403);
  });
  const [row] = await service.query<{ sessions: number; open: number }>(
    `SELECT count(*)::int AS sessions, count(*) FILTER (WHERE ended_at IS NULL)::int AS open FROM sessions WHERE brand_id = $1`,
    [brand.id],
  );
  expect(row).toEqual({ sessions: 1, open: 1 });
  expect(await auditLogOf(service, brand)).toHaveLength(1);
});
