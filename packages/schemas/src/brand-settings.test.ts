import { canonicalCurrency, canonicalHost, canonicalOrigin, canonicalTimeZone } from './index.ts';

test.each([
  ['calls.example.com', 'calls.example.com'],
  [' Calls.Example.COM. ', 'calls.example.com'],
  ['bücher.example', 'xn--bcher-kva.example'],
  ['127.0.0.1', '127.0.0.1'],
  ['[::1]', '[::1]'],
  ['[::1]:443', '[::1]'],
  ['Calls.example.com.:443', 'calls.example.com'],
  ['calls.example.com:80', 'calls.example.com'],
  ['localhost', 'localhost'],
])('the host %j is %j', (text, host) => expect(canonicalHost(text)).toBe(host));

test.each([
  '',
  ' ',
  'https://a.example',
  'a.example:8443',
  '[::1]:8443',
  '::80',
  'a.example/x',
  'a b',
  '*.example',
  'a@b.example',
  'a;b',
  "a'b",
])('%j is not a host', (text) => expect(canonicalHost(text)).toBeNull());

test.each([
  ['https://CRM.example', 'https://crm.example'],
  ['https://crm.example:443/', 'https://crm.example'],
  ['http://CRM.example.:80', 'http://crm.example'],
  ['http://localhost:8080', 'http://localhost:8080'],
])('the origin %j is %j', (text, origin) => expect(canonicalOrigin(text)).toBe(origin));

test.each([
  'crm.example',
  'https://crm.example/page',
  'https://crm.example?x',
  'https://crm.example#x',
  'https://*.example',
  'https://a.example;sandbox',
  "https://a'b.example",
  'https://a,b.example',
  'https://user@crm.example',
  'ftp://crm.example',
  'javascript:alert(1)',
  '',
])('%j is not an origin, so that it cannot change a policy', (text) => expect(canonicalOrigin(text)).toBeNull());

test('currencies and time zones are accepted in any case, and other texts refused', () => {
  expect(canonicalCurrency(' eur ')).toBe('EUR');
  for (const text of ['', 'EURO', 'ZZZ', '€']) expect(canonicalCurrency(text)).toBeNull();
  expect(canonicalTimeZone('america/new_york')).toBe('America/New_York');
  expect(canonicalTimeZone('UTC')).toBe('UTC');
  for (const name of ['', 'New York', '+02:00', 'Mars/Olympus']) expect(canonicalTimeZone(name)).toBeNull();
});
