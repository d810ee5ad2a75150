import { presentedKey } from './presented-key.ts';

const key = `cs_live_${'0a'.repeat(20)}`;
const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;

it.each<[string, Record<string, string>]>([
  ['X-API-Key', { 'x-api-key': key }],
  ['a bearer token', { authorization: `Bearer ${key}` }],
  ['a bearer token in another spelling', { authorization: `bEARER   ${key} ` }],
  ['the password of HTTP Basic', { authorization: basic(`callside:${key}`) }],
  ['the password of HTTP Basic without a user', { authorization: basic(`:${key}`) }],
])('presentedKey returns the key from %s', (_where, headers) => {
  expect(presentedKey(headers)).toBe(key);
});

it('presentedKey keeps a colon in the password of HTTP Basic', () => {
  expect(presentedKey({ authorization: basic('user:a:b') })).toBe('a:b');
});

it('presentedKey prefers X-API-Key, also when it is empty or wrong', () => {
  expect(presentedKey({ 'x-api-key': '', authorization: `Bearer ${key}` })).toBe('');
  expect(presentedKey({ 'x-api-key': 'wrong', authorization: basic(`:${key}`) })).toBe('wrong');
});

it.each([
  '',
  'Bearer',
  `Bearer ${key} ${key}`,
  key,
  `Token ${key}`,
  'Basic',
  `Basic ${Buffer.from(key).toString('base64')}`,
])('presentedKey finds no key in %j', (authorization) => {
  expect(presentedKey({ authorization })).toBeUndefined();
});

it('presentedKey finds no key without a header', () => {
  expect(presentedKey({})).toBeUndefined();
});
