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
])('the address %s is accepted', (given, address) => {
  expect(serviceAddress(given, strict)).toBe(address);
});

test.each(['http://events.brand.example', 'http://localhost.brand.example', 'http://10.0.0.5:4100'])(
  'the address %s, which would send the key unencrypted, is accepted only with allowPlainHttp',
  (address) => {
    expect(() => serviceAddress(address, strict)).toThrow(/unencrypted/);
    expect(serviceAddress(address, { allowPlainHttp: true })).toBe(address);
  },
);

test.each([
  'https://events.brand.example?brand=acme',
  'https://events.brand.example/#acme',
  'https://user@events.brand.example',
  'https://user:secret@events.brand.example',
])('the address %s, of which a part would be lost, is refused without repeating it', (address) => {
  expect(() => serviceAddress(address, strict)).toThrow(/^baseUrl must have no(?!.*(acme|secret))/);
});

test.each(['', 'events.brand.example', 'ftp://events.brand.example'])('the address %j is refused', (address) => {
  expect(() => serviceAddress(address, strict)).toThrow(/^baseUrl must /);
});
