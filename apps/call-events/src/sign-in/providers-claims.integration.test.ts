import { createSecretBox } from '@callside/auth';
import { SignInBrowser } from '../../test/support/browser-sign-in.ts';
import { addBrand, addUser, type TestBrand } from '../../test/support/organisations.ts';
import { ProgrammableProvider } from '../../test/support/programmable-provider.ts';
import { type ServiceUnderTest, sessionSecret, startService } from '../../test/support/service-under-test.ts';

let provider: ProgrammableProvider;
let service: ServiceUnderTest;
let brand: TestBrand;

beforeAll(async () => {
  provider = await ProgrammableProvider.start();
  service = await startService();
});
afterAll(async () => {
  await service.close();
  await provider.stop();
});
beforeEach(async () => {
  brand = await addBrand(service);
  await useProvider({ trustEmail: false });
  await addUser(service, brand, { email: 'rep@acme.example' });
  await addUser(service, brand, { email: 'other@acme.example' });
  await addUser(service, brand, { email: 'owner@acme.example', role: 'owner' });
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

async function signIn(behaviour: Parameters<ProgrammableProvider['behave']>[0], language = 'en') {
  provider.behave(behaviour);
  const browser = new SignInBrowser(service.clients[0], brand.host, { 'accept-language': language });
  const { headers } = await browser.get('/sign-in');
  const { searchParams } = new URL(headers.location ?? '');
  const query = new URLSearchParams({ state: searchParams.get('state') ?? '', code: searchParams.get('nonce') ?? '' });
  return browser.get(`/sign-in/callback?${query}`);
}

const rep = { email: 'rep@acme.example', email_verified: true };

describe('the userinfo endpoint', () => {
  it.each([401, 500])(
    'is not asked when the ID token has the address and the flag, and may answer %i',
    async (status) => {
      expect((await signIn({ claims: rep, userinfo: { status } })).status).toBe(302);
      expect(provider.userinfoRequests).toBe(0);
    },
  );

  it('is asked for an absent address or flag', async () => {
    expect((await signIn({ userinfo: { status: 200, claims: rep } })).status).toBe(302);
    const { email, ...flag } = rep;
    expect((await signIn({ claims: { email }, userinfo: { status: 200, claims: rep } })).status).toBe(302);
    expect((await signIn({ claims: flag, userinfo: { status: 200, claims: { email } } })).status).toBe(302);
  });

  it('is asked for the name of an invited user who has none, and may fail', async () => {
    await addUser(service, brand, { email: 'new@acme.example', status: 'invited' });
    const named = async (status: number) => {
      await service.query(`UPDATE users SET name = email, status = 'invited' WHERE email = 'new@acme.example'`);
      const claims = { email: 'new@acme.example', email_verified: true };
      expect((await signIn({ claims, userinfo: { status, claims: { name: 'Nia New' } } })).status).toBe(302);
      const sql = `SELECT name FROM users WHERE email = 'new@acme.example' AND brand_id = $1`;
      return (await service.query<{ name: string }>(sql, [brand.id]))[0]?.name;
    };
    expect(await named(500)).toBe('new@acme.example');
    expect(await named(200)).toBe('Nia New');
  });
});

describe('a sign-in that fails names the cause on the page and in the log', () => {
  it.each<[string, Parameters<ProgrammableProvider['behave']>[0], RegExp]>([
    ['tokens signed with HS256', { claims: rep, alg: 'HS256' }, /HS256/],
    ['a refused userinfo', { userinfo: { status: 401 } }, /userinfo endpoint.* 401/],
    ['a broken userinfo', { userinfo: { status: 500 } }, /userinfo endpoint.* 500/],
    ['a userinfo of somebody else', { userinfo: { status: 200, claims: { ...rep, sub: 'x' } } }, /userinfo endpoint/],
    ['a token for another client', { claims: { ...rep, aud: 'another' } }, /claim aud/],
    ['a token of another issuer', { claims: { ...rep, iss: 'https://x.example' } }, /claim iss/],
    ['a token that is expired at once', { claims: { ...rep, exp: 1 } }, /claim exp/],
    [
      'a refused client',
      { token: { status: 401, body: { error: 'invalid_client' } } },
      /client id or the client secret/,
    ],
    [
      'a refused request',
      { token: { status: 400, body: { error: 'unsupported_grant_type' } } },
      /unsupported_grant_type/,
    ],
    ['a failing token endpoint', { token: { status: 500, body: {} } }, /\/token status 500/],
  ])('%s', async (_name, behaviour, cause) => {
    const answer = await signIn(behaviour);
    expect([answer.status, answer.text.match(/<p>.*<\/p>/g)?.join('')]).toEqual([503, expect.stringMatching(cause)]);
    expect(service.logged()).toMatch(cause);
    expect((await signIn(behaviour, 'de')).text).toMatch(/<h1>Die Anmeldung ist zurzeit nicht möglich<\/h1>/);
  });
});

describe('without email_verified', () => {
  const claims = { email: 'rep@acme.example', sub: 'rep at the provider' };
  const silent = { status: 200 };

  it('nobody is signed in, and the page names the missing claim', async () => {
    const answer = await signIn({ claims, userinfo: silent });
    expect(answer.status).toBe(403);
    expect(answer.text).toContain('no claim email_verified.');
    const unnamed = await signIn({ userinfo: silent });
    expect(unnamed.status).toBe(403);
    expect(unnamed.text).toContain('no claim email.');
  });

  describe('and with an operator who trusts the addresses', () => {
    beforeEach(() => useProvider({ trustEmail: true }));

    it.each([401, 200])('a rep is signed in, also when userinfo answers %i', async (status) => {
      expect((await signIn({ claims, userinfo: { status } })).status).toBe(302);
      expect((await signIn({ claims, userinfo: { status } })).status).toBe(302);
    });

    it.each([
      { email_verified: false },
      { email_verified: 'false' },
      { email_verified: 'maybe' },
      { xms_edov: false },
      { xms_edov: '0' },
    ])('%j is refused, in the ID token and from userinfo', async (denial) => {
      expect((await signIn({ claims: { ...claims, ...denial }, userinfo: silent })).status).toBe(403);
      expect((await signIn({ claims, userinfo: { status: 200, claims: denial } })).status).toBe(403);
    });

    it('the first sign-in binds the account to the user: another account of the address is refused', async () => {
      expect((await signIn({ claims, userinfo: silent })).status).toBe(302);
      const answer = await signIn({ claims: { ...claims, sub: 'somebody else' }, userinfo: silent });
      expect(answer.status).toBe(403);
      expect(answer.text).toContain('somebody else');
      const verified = { ...claims, email_verified: true, sub: 'somebody else' };
      expect((await signIn({ claims: verified, userinfo: silent })).status).toBe(403);
    });

    it('an account is bound to one user: with the address of another it is refused', async () => {
      expect((await signIn({ claims, userinfo: silent })).status).toBe(302);
      const moved = { ...claims, email: 'other@acme.example' };
      expect((await signIn({ claims: moved, userinfo: silent })).status).toBe(403);
    });

    it('an owner is signed in only when an operator has bound the account', async () => {
      const owner = { email: 'owner@acme.example', sub: 'the owner' };
      const refused = await signIn({ claims: owner, userinfo: silent });
      expect(refused.status).toBe(403);
      expect(refused.text).toContain('callside user bind');
      expect(refused.text).toContain('the owner');
      await service.query(
        `UPDATE users SET sign_in_issuer = $2, sign_in_subject = 'the owner', bound_by_operator = true
          WHERE brand_id = $1 AND role = 'owner'`,
        [brand.id, provider.issuer],
      );
      expect((await signIn({ claims: owner, userinfo: silent })).status).toBe(302);
      expect((await signIn({ claims: { ...owner, sub: 'x' }, userinfo: silent })).status).toBe(403);
    });

    it('a rep who became an owner is bound by an operator, too', async () => {
      expect((await signIn({ claims, userinfo: silent })).status).toBe(302);
      await service.query(`UPDATE users SET role = 'owner' WHERE brand_id = $1 AND email = $2`, [
        brand.id,
        claims.email,
      ]);
      expect((await signIn({ claims, userinfo: silent })).status).toBe(403);
    });
  });
});
