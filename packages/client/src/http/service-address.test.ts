import { serviceAddress } from './service-address.ts';

const strict = { allowPlainHttp: false };

test.each([
  ['https://events.brand.example', 'https://events.brand.example'],
  ['https://events.brand.example/', 'https://events.brand.example'],
  ['https://brand.example/callside//', 'https://brand.example/callside'],
  ['http://localhost:4100', 'http://localhost:4100'],
  ['http://acme.localhost:4100', 'http://acme.localhost:4100'],
  ['http://127.0.0.1:4100', 'http://127.0.0.1:4100'],
  ['http://[::1]:4100', 'http://[::1]:4100'],
])('accepts %s', (given, address) => {
  expect(serviceAddress(given, strict)).toBe(address);
});

test.each(['http://events.brand.example', 'http://localhost.brand.example', 'http://10.0.0.5:4100'])(
  'accepts %s, which would send the key unencrypted, only with allowPlainHttp',
  (address) => {
    expect(() => serviceAddress(address, strict)).toThrow(/unencrypted/);
    expect(serviceAddress(address, { allowPlainHttp: true })).toBe(address);
  },
);

test.each(['', 'events.brand.example', 'ftp://events.brand.example'])('refuses %j', (address) => {
  expect(() => serviceAddress(address, strict)).toThrow(/^baseUrl must /);
});
