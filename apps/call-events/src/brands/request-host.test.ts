import { requestHost } from './request-host.ts';

const proxy = '10.0.0.1';
const trusts = (address: string, hop: number) => address === proxy && hop === 0;

test.each([
  ['brand.example', 'brand.example'],
  ['BRAND.Example.:443', 'brand.example'],
  ['[::1]:80', '[::1]'],
  ['', null],
  ['a b', null],
  [undefined, null],
])('Host %j gives %j', (host, expected) => {
  expect(requestHost({ headers: { host }, address: '203.0.113.9' }, trusts)).toBe(expected);
});

test('a listed proxy may name the requested host', () => {
  const headers = { host: 'internal.example', 'x-forwarded-host': 'Brand.Example:443' };
  expect(requestHost({ headers, address: proxy }, trusts)).toBe('brand.example');
});

test.each(['203.0.113.9', '', undefined])('the peer %j is not a listed proxy and cannot name the host', (address) => {
  const headers = { host: 'brand.example', 'x-forwarded-host': 'other.example' };
  expect(requestHost({ headers, address }, trusts)).toBe('brand.example');
});

test('the first of several forwarded hosts is the requested host', () => {
  const headers = { host: 'internal.example', 'x-forwarded-host': 'brand.example, edge.example' };
  expect(requestHost({ headers, address: proxy }, trusts)).toBe('brand.example');
});

test('an empty forwarded host names none, so the Host is the requested host', () => {
  const headers = { host: 'brand.example', 'x-forwarded-host': '' };
  expect(requestHost({ headers, address: proxy }, trusts)).toBe('brand.example');
});

test('an invalid forwarded host gives null, not the host of the proxy', () => {
  const headers = { host: 'brand.example', 'x-forwarded-host': 'a b' };
  expect(requestHost({ headers, address: proxy }, trusts)).toBeNull();
});
