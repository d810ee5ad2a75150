import { Socket } from 'node:net';
import { isOfOwnOrigin } from './own-origin.ts';

const socket = new Socket();
const trustsAll = () => true;
const trustsNobody = () => false;
const isOwn = (headers: Record<string, string>, trusts = trustsNobody, isHttps = false) =>
  isOfOwnOrigin({ headers, socket }, { trusts, isHttps: () => isHttps });

test.each([
  ['no Origin: a program', {}],
  ['the same host and port', { origin: 'http://acme.example:4100' }],
  ['any case, and a trailing dot', { origin: 'http://ACME.example.:4100' }],
  ['another scheme, as behind a proxy that ends TLS', { origin: 'https://acme.example:4100' }],
  ['no port, as behind a proxy that names its own', { origin: 'https://acme.example' }],
])('a request with %s is admitted', (_what, headers) => {
  expect(isOwn({ host: 'acme.example:4100', ...headers })).toBe(true);
});

test('any port is admitted if the Host names none', () => {
  expect(isOwn({ host: 'acme.example', origin: 'https://acme.example:8443' })).toBe(true);
});

test.each([
  'http://evil.example:4100',
  'http://acme.example:9',
  'null',
  '',
  'file://',
  'chrome-extension://acme.example',
])('the origin %j is refused', (origin) => {
  expect(isOwn({ host: 'acme.example:4100', origin })).toBe(false);
});

test('X-Forwarded-Host is used only from a trusted proxy', () => {
  const headers = { host: 'inside:4100', 'x-forwarded-host': 'acme.example', origin: 'https://acme.example' };
  expect(isOwn(headers)).toBe(false);
  expect(isOwn(headers, trustsAll)).toBe(true);
});

test.each([
  ['acme.example', 'https://acme.example', true],
  ['acme.example:4100', 'http://acme.example:4100', true],
  ['acme.example', 'https://acme.example:8443', false],
  ['acme.example:4100', 'https://acme.example', false],
  ['acme.example:443', 'https://acme.example', true],
  ['ACME.example.:443', 'https://acme.example', true],
  ['acme.example', 'https://acme.example.', true],
  ['acme.example:80', 'http://acme.example', true],
  ['acme.example:443', 'http://acme.example', false],
])('with a session cookie, the Host %s and the origin %s must have the same port: %p', (host, origin, isAdmitted) => {
  for (const name of ['callside_session', '__Host-callside_session']) {
    const headers = { origin, cookie: `theme=dark; ${name}=abc` };
    expect(isOwn({ host, ...headers })).toBe(isAdmitted);
    expect(isOwn({ host: 'inside:4100', 'x-forwarded-host': host, ...headers }, trustsAll)).toBe(isAdmitted);
  }
});

test('with a session cookie, a page without https is foreign to a service that is used by https', () => {
  const headers = { host: 'acme.example', origin: 'http://acme.example', cookie: '__Host-callside_session=abc' };
  expect(isOwn(headers)).toBe(true);
  expect(isOwn(headers, trustsNobody, true)).toBe(false);
});
