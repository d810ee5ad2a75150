// What somebody can do with a request of a platform that they have kept: post it with another agent, or much later.

import { createSigner } from 'fast-jwt';
import { adapters, findAdapter } from './adapters.ts';
import { isAddressSigned, queryNaming } from './signed-address.ts';
import { isStale } from './stale-request.ts';

const secret = 'the secret of the platform';
// printf 'callside address vonage\nrep@acme.example\n447700900123' | openssl dgst -sha256 -hmac abc
const documentedToken = '0bbbad2f24498a433780da98f742fef09139d44200f1d9cf622e07dee06e595a';
const adapterOf = (platform: string) => {
  const adapter = findAdapter(platform);
  if (adapter === undefined) throw new Error(platform);
  return adapter;
};

type NamedBy = 'signature' | 'key' | 'token';

test.each<[string, NamedBy, number | null]>([
  ['twilio', 'signature', 15_000],
  ['amazon-connect', 'key', null],
  ['genesys-cloud', 'key', null],
  ['five9', 'key', null],
  ['talkdesk', 'key', null],
  ['aircall', 'token', null],
  ['dialpad', 'token', 34_000],
  ['ringcentral', 'token', null],
  ['vonage', 'token', 86_400_000],
  ['3cx', 'key', null],
  ['vicidial', 'key', null],
  ['freeswitch', 'key', null],
  ['asterisk', 'key', null],
])('the agent in the address of %s is covered by its %s, and its signed times are good for %s ms', (...row) => {
  const [platform, namedBy, retryPeriodMs] = row;
  const { authentication } = adapterOf(platform);
  const isSigned = authentication.kind === 'signature';
  expect(isSigned ? (authentication.coversQuery ? 'signature' : 'token') : 'key').toBe(namedBy);
  expect(isSigned ? (authentication.signedTime?.retryPeriodMs ?? null) : null).toBe(retryPeriodMs);
  const isTaken = (query: string) =>
    isAddressSigned({ query: new URLSearchParams(query) }, adapterOf(platform), secret);
  expect(['agent=kim', 'customer=from', 'agent=kim&token=1', 'token=1', ''].map(isTaken)).toEqual(
    namedBy === 'token' ? [false, false, false, true, true] : [true, true, true, true, true],
  );
  expect(isTaken(queryNaming({ agent: 'kim' }, adapterOf(platform), secret))).toBe(true);
});

test('the table has every platform', () => expect(adapters).toHaveLength(13));

describe('the token of an address', () => {
  const vonage = adapterOf('vonage');
  const isTaken = (query: string, { platform = vonage, key = secret } = {}) =>
    isAddressSigned({ query: new URLSearchParams(query) }, platform, key);
  const robin = { agent: 'robin+uk@reps.example', customer: '+447700900123' };
  const query = queryNaming(robin, vonage, secret);

  it('is good for its agent, its customer, its platform and its secret', () => {
    expect(isTaken(query)).toBe(true);
    expect(isTaken(query.replace('robin', 'kim'))).toBe(false);
    expect(isTaken(query.replace('900123', '900124'))).toBe(false);
    expect(isTaken(query.replace(/customer=[^&]*&/, ''))).toBe(false);
    expect(isTaken(query.replace(/agent=[^&]*&/, ''))).toBe(false);
    expect(isTaken(`${queryNaming({ agent: 'robin' }, vonage, secret)}&customer=1`)).toBe(false);
    expect(isTaken(query, { platform: adapterOf('dialpad') })).toBe(false);
    expect(isTaken(query, { key: 'another' })).toBe(false);
  });

  it('is good however the plus signs of the address were sent', () => {
    expect(isTaken(query.replaceAll('%2B', '+'))).toBe(true);
    expect(query).not.toContain('+');
    expect(queryNaming({ agent: 'SIP 1001' }, adapterOf('asterisk'), null)).toBe('agent=SIP%201001');
  });

  it('can be made by a server of the brand, as docs/integrations.md shows', () => {
    expect(queryNaming({ agent: 'rep@acme.example', customer: '447700900123' }, vonage, 'abc')).toBe(
      `agent=rep%40acme.example&customer=447700900123&token=${documentedToken}`,
    );
  });
});

describe('a request with a time of long ago', () => {
  const now = new Date('2026-11-27T12:00:00Z');
  const before = (ms: number) => new Date(now.getTime() - ms);
  const seconds = (time: Date) => Math.floor(time.getTime() / 1000);
  const tokenOf = (claims: object) => createSigner({ key: secret })(claims as Record<string, unknown>);
  const bearer = (claims: object) => ({ authorization: `Bearer ${tokenOf(claims)}` });
  const signed: Record<string, (time: Date) => { headers?: Record<string, string>; body: string }> = {
    twilio: (time) => ({
      body: new URLSearchParams({ Timestamp: time.toUTCString().replace('GMT', '+0000') }).toString(),
    }),
    dialpad: (time) => ({
      body: tokenOf({ event_timestamp: time.getTime() }),
    }),
    vonage: (time) => ({ headers: bearer({ iat: seconds(time) }), body: '{}' }),
    'vonage, in its payload': (time) => ({
      headers: bearer({ iat: seconds(now) }),
      body: JSON.stringify({ timestamp: time.toISOString() }),
    }),
  };

  it.each([
    ['twilio', 5 * 60_000, true],
    ['twilio', 6 * 60_000, false],
    ['dialpad', 5 * 60_000, true],
    ['dialpad', 6 * 60_000, false],
    ['vonage', 24 * 3_600_000, true],
    ['vonage', 25 * 3_600_000, false],
    ['vonage, in its payload', 24 * 3_600_000, true],
    ['vonage, in its payload', 365 * 24 * 3_600_000, false],
  ])('of %s that was signed %i ms ago is one that may still come: %s', (what, age, mayCome) => {
    const request = signed[what]?.(before(age)) ?? { body: '' };
    const [platform = ''] = what.split(',');
    expect(isStale({ headers: {}, query: new URLSearchParams(), ...request }, adapterOf(platform), now)).toBe(!mayCome);
  });

  it.each(adapters)('of $platform that has no time is judged by its signature alone', (adapter) => {
    for (const body of ['', '{}', '{"timestamp":"yesterday"}']) {
      expect(isStale({ headers: {}, query: new URLSearchParams(), body }, adapter, now)).toBe(false);
    }
  });
});
