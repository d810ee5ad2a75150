import { isPageOfHost, originOf, type WebScheme } from './origin.ts';

test.each<[WebScheme, string | undefined, string | null]>([
  ['https', 'x.example', 'https://x.example'],
  ['https', 'x.example:443', 'https://x.example'],
  ['http', 'x.example:80', 'http://x.example'],
  ['https', 'X.Example.:443', 'https://x.example'],
  ['https', ' x.example: ', 'https://x.example'],
  ['https', 'x.example:0443', 'https://x.example'],
  // Behind a proxy that ends TLS.
  ['https', 'x.example:80', 'https://x.example'],
  ['http', 'x.example:443', 'http://x.example:443'],
  ['https', 'x.example:8443', 'https://x.example:8443'],
  ['https', '[2001:DB8::1]:443', 'https://[2001:db8::1]'],
  ['http', '[::80]', 'http://[::80]'],
  ['https', 'x.example:99999', null],
  ['https', ':443', null],
  ['https', undefined, null],
])('the origin by %s of the Host %j is %j', (scheme, host, origin) => expect(originOf(scheme, host)).toBe(origin));

const isPage = (origin: string, host: string, isHttps = false) => isPageOfHost(origin, host, { isHttps });

test.each([
  ['https://x.example', 'x.example:443'],
  ['https://x.example', 'X.EXAMPLE.:443'],
  ['https://x.example.', 'x.example'],
  ['http://x.example', 'x.example:80'],
  ['https://x.example:443', 'x.example'],
  ['https://x.example', 'x.example:80'],
  ['https://x.example:8443', 'x.example:8443'],
  ['https://[::1]', '[::1]:443'],
])('a page of %s is a page of the Host %s', (origin, host) => expect(isPage(origin, host)).toBe(true));

test.each([
  ['http://x.example', 'x.example:443'],
  ['https://x.example:8443', 'x.example'],
  ['https://y.example', 'x.example'],
  ['https://x.example.y.example', 'x.example'],
  ['null', 'null'],
  ['', ''],
  ['ftp://x.example', 'x.example'],
])('a page of %j is none of the Host %j', (origin, host) => expect(isPage(origin, host)).toBe(false));

test('the scheme is compared when the service is known to be used by https, except on this machine', () => {
  expect(isPage('http://x.example', 'x.example')).toBe(true);
  expect(isPage('http://x.example', 'x.example', true)).toBe(false);
  expect(isPage('https://x.example', 'x.example', true)).toBe(true);
  expect(isPage('http://localhost:4100', 'localhost:4100', true)).toBe(true);
});
