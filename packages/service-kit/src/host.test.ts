import { normaliseHost } from './host.ts';

describe('normaliseHost', () => {
  it.each([
    ['brand.example.com', 'brand.example.com'],
    ['Brand.EXAMPLE.com', 'brand.example.com'],
    ['brand.example.com.', 'brand.example.com'],
    ['brand.example.com:8443', 'brand.example.com'],
    ['Brand.Example.Com.:443', 'brand.example.com'],
    [' brand.example.com ', 'brand.example.com'],
    ['localhost:4100', 'localhost'],
    ['127.0.0.1:4100', '127.0.0.1'],
    ['[::1]', '[::1]'],
    ['[2001:DB8::1]:4100', '[2001:db8::1]'],
    ['brand.example.com:', 'brand.example.com'],
  ])('normalises %p to %p', (header, host) => expect(normaliseHost(header)).toBe(host));

  it.each([
    undefined,
    '',
    ' ',
    '.',
    ':80',
    '.:80',
    '::1',
    '[::1',
    '[brand]',
    'a b',
    'user@brand.example',
    'brand/x',
    'brand:port',
  ])('finds no host in %p', (header) => expect(normaliseHost(header)).toBeNull());
});
