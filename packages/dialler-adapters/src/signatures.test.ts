import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createSigner } from 'fast-jwt';
import { findAdapter } from './adapters.ts';

const secret = 'the secret of the platform';
const read = (name: string) => readFileSync(path.join(import.meta.dirname, 'platforms', name), 'utf8');

function verify(platform: string, request: { headers?: Record<string, string>; body: string }, stored = secret) {
  const adapter = findAdapter(platform);
  if (adapter?.authentication.kind !== 'signature') throw new Error(`${platform} signs nothing`);
  return adapter.authentication.verify(
    {
      headers: {},
      url: 'https://acme.example/',
      query: new URLSearchParams(),
      bytes: Buffer.from(request.body),
      ...request,
    },
    stored,
  );
}

it('the check accepts the token in the payload of Aircall, and no other', () => {
  const body = read('aircall/samples/answered.json');
  expect(verify('aircall', { body }, '58ffd2bc5f3113f7bebf210a49299a1b')).toBe(true);
  expect(verify('aircall', { body })).toBe(false);
  expect(verify('aircall', { body: '{}' })).toBe(false);
  expect(verify('aircall', { body: 'no JSON' })).toBe(false);
});

it('the check accepts the Verification-Token of RingCentral, and no other', () => {
  const body = read('ringcentral/samples/answered.json');
  expect(verify('ringcentral', { headers: { 'verification-token': secret }, body })).toBe(true);
  expect(verify('ringcentral', { headers: { 'verification-token': `${secret}x` }, body })).toBe(false);
  expect(verify('ringcentral', { body })).toBe(false);
});

it('the check accepts a token of Dialpad that is signed with HS256 and the secret', () => {
  const call = JSON.parse(read('dialpad/samples/connected.json'));
  const signed = createSigner({ key: secret })(call);
  expect(verify('dialpad', { body: signed })).toBe(true);
  expect(verify('dialpad', { body: `${signed}\n` })).toBe(true);
  expect(verify('dialpad', { body: createSigner({ key: 'another' })(call) })).toBe(false);
  expect(verify('dialpad', { body: createSigner({ key: secret, algorithm: 'HS512' })(call) })).toBe(false);
  expect(verify('dialpad', { body: createSigner({ algorithm: 'none' })(call) })).toBe(false);
  expect(verify('dialpad', { body: JSON.stringify(call) })).toBe(false);
  const [head, , tail] = signed.split('.');
  const forged = Buffer.from(JSON.stringify({ ...call, call_id: 1 })).toString('base64url');
  expect(verify('dialpad', { body: `${head}.${forged}.${tail}` })).toBe(false);
});

it('the check accepts a token of Vonage that names the hash of the body', () => {
  const body = read('vonage/samples/answered.json');
  const hash = createHash('sha256').update(body).digest('hex');
  const headers = (claims: object, key = secret) => ({
    authorization: `Bearer ${createSigner({ key })(claims as Record<string, unknown>)}`,
  });
  expect(verify('vonage', { headers: headers({ payload_hash: hash }), body })).toBe(true);
  expect(verify('vonage', { headers: headers({ payload_hash: hash }), body: `${body} ` })).toBe(false);
  expect(verify('vonage', { headers: headers({ payload_hash: hash }, 'another'), body })).toBe(false);
  expect(verify('vonage', { headers: headers({}), body })).toBe(false);
  expect(verify('vonage', { body })).toBe(false);
});
