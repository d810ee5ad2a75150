import { completedClaims, lacksClaims, providerIdentity } from './provider-identity.ts';

describe('providerIdentity', () => {
  it('normalises the address like those of users', () => {
    expect(providerIdentity({ email: ' Robin@Acme.Example ', email_verified: true, name: ' Robin ' })).toEqual({
      email: 'robin@acme.example',
      isVerified: true,
      name: 'Robin',
    });
  });

  it.each([true, 'true'])('treats the flag %p as a verified address', (verified) => {
    expect(providerIdentity({ email_verified: verified }).isVerified).toBe(true);
  });

  it.each([false, 'false', undefined, null, 1, 'yes', {}])(
    'treats the flag %p as an address that is not verified',
    (verified) => {
      expect(providerIdentity({ email_verified: verified }).isVerified).toBe(false);
    },
  );

  it.each([undefined, '', ' ', 5, null])('treats %p as no address and no name', (text) => {
    expect(providerIdentity({ email: text, name: text })).toMatchObject({ email: null, name: null });
  });
});

it('claims are complete with address, flag and name, also with a false flag', () => {
  expect(lacksClaims({ email: 'a@b.example', email_verified: false, name: 'A' })).toBe(false);
  expect(lacksClaims({ email: 'a@b.example', name: 'A' })).toBe(true);
  expect(lacksClaims({ email: 'a@b.example', email_verified: true })).toBe(true);
});

it('names that PostgreSQL cannot store are made storable', () => {
  expect(providerIdentity({ name: 'Z\u0000Z\ud800' }).name).toBe('Z\ufffdZ\ufffd');
});

it('a name has at most 200 characters', () => {
  expect(providerIdentity({ name: 'x'.repeat(300) }).name).toBe('x'.repeat(200));
});

it('the userinfo endpoint verifies its own address only', () => {
  const others = { email: 'b@x.example', email_verified: true, name: 'B' };
  expect(providerIdentity(completedClaims({ email: 'a@x.example' }, others))).toMatchObject({
    email: 'a@x.example',
    isVerified: false,
  });
  expect(providerIdentity(completedClaims({ email: 'B@x.example' }, others)).isVerified).toBe(true);
  expect(providerIdentity(completedClaims({ email: 5 }, others)).isVerified).toBe(false);
  expect(providerIdentity(completedClaims({}, others))).toMatchObject({ email: 'b@x.example', isVerified: true });
});
