import { isPrivateHost, isPublicHost } from './private-host.ts';

it.each([
  ...['127.0.0.1', '10.1.2.3', '169.254.169.254', '[::1]', '[fd00::1]', '[fe80::1]', 'localhost', 'shop.localhost'],
  ...['[::ffff:7f00:1]', '[::7f00:1]', '[64:ff9b::a00:1]', '[2002:7f00:1::]'],
])('%s is private', (host) => {
  expect([isPrivateHost(host), isPublicHost(host)]).toEqual([true, false]);
});

it.each(['shop.example', '203.0.113.9', '[2001:db8::1]'])('%s is public', (host) => {
  expect([isPrivateHost(host), isPublicHost(host)]).toEqual([false, true]);
});

it.each(['recommender', 'recommender.callside.svc'])('%s is a name of one network only', (host) => {
  expect([isPrivateHost(host), isPublicHost(host)]).toEqual([false, false]);
});
