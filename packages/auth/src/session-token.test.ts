import { SignJWT, UnsecuredJWT } from 'jose';
import { createSessionTokens, type SessionAudience } from './session-token.ts';

const secret = 'a secret of the tests, long enough to use';
const key = new TextEncoder().encode(secret);
const now = new Date('2026-11-21T12:00:00.400Z');
const request = { userId: 'u1', brandId: 'b1', audience: 'tab', ttlSeconds: 60, now } as const;
const after = (seconds: number) => new Date(now.getTime() + seconds * 1000);

const { issue, verify } = createSessionTokens({ secrets: [secret] });

interface Claims {
  iss?: string;
  aud?: string | string[];
  brand_id?: unknown;
  nbf?: number;
}

/** A valid token, except for the given claims. */
function forge(claims: Claims = {}, alg = 'HS256') {
  const exp = Math.floor(now.getTime() / 1000) + 60;
  const all = { iss: 'callside', aud: 'tab', sub: 'u1', brand_id: 'b1', exp, ...claims };
  return new SignJWT(all).setProtectedHeader({ alg });
}

describe('createSessionTokens', () => {
  it('issues tokens that it verifies until they expire', async () => {
    const { token, expiresAt } = issue(request);
    expect(expiresAt).toEqual(new Date('2026-11-21T12:01:00.000Z'));
    expect(verify(token, 'tab', now)).toEqual({ userId: 'u1', brandId: 'b1', expiresAt });
    expect(verify(token, 'tab', after(59))).toMatchObject({ userId: 'u1', brandId: 'b1' });
    expect(verify(token, 'tab', expiresAt)).toBeNull();
  });

  it('says to which key a token was issued', () => {
    const { token } = issue({ ...request, keyId: 'k1' });
    expect(verify(token, 'tab', now)).toMatchObject({ userId: 'u1', keyId: 'k1' });
  });

  const audiences: SessionAudience[] = ['tab', 'companion', 'api', 'recommender'];
  it.each(audiences.flatMap((one) => audiences.map((other) => [one, other] as const)))(
    'accepts a token for %s as one for %s only when they are the same',
    async (audience, wanted) => {
      const { token } = issue({ ...request, audience });
      expect(verify(token, wanted, now) !== null).toBe(audience === wanted);
    },
  );

  it('refuses a token that another secret signed', async () => {
    const { token } = createSessionTokens({ secrets: [secret.toUpperCase()] }).issue(request);
    expect(verify(token, 'tab', now)).toBeNull();
  });

  it('refuses unsigned tokens and other algorithms', async () => {
    const unsigned = new UnsecuredJWT({ brand_id: 'b1' })
      .setIssuer('callside')
      .setAudience('tab')
      .setSubject('u1')
      .setExpirationTime(after(60));
    expect(verify(unsigned.encode(), 'tab', now)).toBeNull();
    const longKey = new TextEncoder().encode(secret.repeat(2));
    const other = await forge({}, 'HS512').sign(longKey);
    expect(createSessionTokens({ secrets: [secret.repeat(2)] }).verify(other, 'tab', now)).toBeNull();
  });

  it('accepts the token from which the refused tokens below are made', async () => {
    expect(verify(await forge().sign(key), 'tab', now)).toMatchObject({ userId: 'u1', brandId: 'b1' });
  });

  it.each([
    ['another issuer', { iss: 'someone' }],
    ['a list of audiences', { aud: ['tab', 'api'] }],
    ['an audience in a list', { aud: ['tab'] }],
    ['no brand', { brand_id: undefined }],
    ['a brand that is no text', { brand_id: 5 }],
    ['a start in the future', { nbf: now.getTime() / 1000 + 1 }],
    ['a start after the end of time', { nbf: 1e300 }],
  ])('refuses a token with %s', async (_name, claims) => {
    expect(verify(await forge(claims).sign(key), 'tab', now)).toBeNull();
  });

  it.each(['sub', 'exp', 'aud', 'iss'])('refuses a token without %s', async (claim) => {
    const claims = { iss: 'callside', aud: 'tab', sub: 'u1', brand_id: 'b1', exp: now.getTime() / 1000 + 60 };
    const rest = Object.fromEntries(Object.entries(claims).filter(([name]) => name !== claim));
    const token = await new SignJWT(rest).setProtectedHeader({ alg: 'HS256' }).sign(key);
    expect(verify(token, 'tab', now)).toBeNull();
  });

  it('signs with the newest secret and verifies with each, so that a secret can be replaced', async () => {
    const newSecret = 'another secret of the tests, long enough';
    const rotated = createSessionTokens({ secrets: [newSecret, secret] });
    expect(rotated.verify(issue(request).token, 'tab', now)).toMatchObject({ userId: 'u1' });
    const { token } = rotated.issue(request);
    expect(rotated.verify(token, 'tab', now)).toMatchObject({ userId: 'u1' });
    expect(createSessionTokens({ secrets: [newSecret] }).verify(token, 'tab', now)).toMatchObject({
      userId: 'u1',
    });
    expect(verify(token, 'tab', now)).toBeNull();
  });

  it('refuses a secret that is too short, and an empty list of secrets', () => {
    expect(() => createSessionTokens({ secrets: [secret, 'x'.repeat(31)] })).toThrow('shorter than 32 bytes');
    expect(() => createSessionTokens({ secrets: [] })).toThrow('no session secret');
  });
});
