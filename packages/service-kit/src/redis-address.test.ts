import { parseRedisAddress } from './redis-address.ts';

test('one server keeps its URL', () => {
  const url = 'rediss://user:secret@cache.example:6380/2';
  expect(parseRedisAddress(url)).toEqual({ kind: 'single', url });
});

test('Sentinel has several addresses, the name of the master, and credentials of both kinds of server', () => {
  expect(parseRedisAddress('redis+sentinel://callside:p%40ss@h1,h2:26380/mymaster?sentinel_password=s')).toEqual({
    kind: 'sentinel',
    isTls: false,
    username: 'callside',
    password: 'p@ss',
    master: 'mymaster',
    sentinel: { password: 's' },
    sentinels: [
      { host: 'h1', port: 26_379 },
      { host: 'h2', port: 26_380 },
    ],
  });
});

test('a cluster has several addresses, also of IPv6', () => {
  expect(parseRedisAddress('rediss+cluster://:secret@[::1]:7000,10.0.0.2')).toEqual({
    kind: 'cluster',
    isTls: true,
    password: 'secret',
    nodes: [
      { host: '::1', port: 7_000 },
      { host: '10.0.0.2', port: 6_379 },
    ],
  });
});

test.each([
  'http://h',
  'redis+sentinel://h1,h2',
  'redis+sentinel://h1,h2/',
  'redis+sentinel://h1/m?sentinel_pasword=s',
  'redis+cluster://h1:70000',
  'redis+cluster://h1,,h2',
  'redis+cluster://h1/0',
  'redis+cluster://',
  'redis+cluster://%zz@h',
  'redis+other://h',
])('%s is no address', (text) => {
  expect(parseRedisAddress(text)).toBeNull();
});
