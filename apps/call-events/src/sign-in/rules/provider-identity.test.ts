import { completedClaims, lacksClaims, providerIdentity } from './provider-identity.ts';

describe('providerIdentity', () => {
  it('normalises the address like those of users', () => {
    expect(providerIdentity({ email: ' Robin@Acme.Example ', email_verified: true, name: ' Robin ' })).toEqual({
      email: 'robin@acme.example',
      address: 'verified',
      account: null,
      name: 'Robin',
    });
  });

  it.each([true, 'true'])('treats the flag %p as a verified address', (verified) => {
    expect(providerIdentity({ email_verified: verified }).address).toBe('verified');
  });

  it.each([false, 'false', 1, 'yes', {}])('treats the flag %p as an address that is not verified', (verified) => {
    expect(providerIdentity({ email_verified: verified }).address).toBe('unverified');
  });

  it.each([undefined, null])('does not treat the flag %p as false', (verified) => {
    expect(providerIdentity({ email_verified: verified }).address).toBe('unsaid');
    expect(providerIdentity({ email_verified: verified, xms_edov: '1' }).address).toBe('unsaid');
    for (const denied of [false, 'false', 0, '0', 'x']) {
      expect(providerIdentity({ email_verified: verified, xms_edov: denied }).address).toBe('unverified');
    }
  });

  it('does not treat an address as verified whose domain is not', () => {
    expect(providerIdentity({ email_verified: true, xms_edov: false }).address).toBe('unverified');
    expect(providerIdentity({ email_verified: true, xms_edov: true }).address).toBe('verified');
  });

  it.each([undefined, '', ' ', 5, null])('treats %p as no address and no name', (text) => {
    expect(providerIdentity({ email: text, name: text })).toMatchObject({ email: null, name: null });
  });
});

it('claims are complete with address and flag, also with a false flag', () => {
  expect(lacksClaims({ email: 'a@b.example', email_verified: false })).toBe(false);
  expect(lacksClaims({ email: 'a@b.example', email_verified: null })).toBe(true);
  expect(lacksClaims({ email_verified: true, name: 'A' })).toBe(true);
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
    address: 'unsaid',
  });
  expect(providerIdentity(completedClaims({ email: 'B@x.example' }, others)).address).toBe('verified');
  expect(providerIdentity(completedClaims({ email: 5 }, others)).address).toBe('unsaid');
  expect(providerIdentity(completedClaims({}, others))).toMatchObject({ email: 'b@x.example', address: 'verified' });
});

it('the userinfo endpoint can deny the address of the ID token without repeating it, and not verify it', () => {
  const address = (others: object) =>
    providerIdentity(completedClaims({ email: 'a@x.example' }, { ...others })).address;
  expect([{ email_verified: false }, { xms_edov: '0' }].map(address)).toEqual(['unverified', 'unverified']);
  expect(address({ email_verified: true })).toBe('unsaid');
});
