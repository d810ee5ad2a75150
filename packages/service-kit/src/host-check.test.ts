import { namesOneHost } from './host-check.ts';

const request = (url: string, ...hosts: string[]) => ({
  url,
  headers: { host: hosts[0] },
  rawHeaders: ['Accept', '*/*', ...hosts.flatMap((host, index) => [index % 2 === 0 ? 'Host' : 'hOST', host])],
});

test.each([
  ['one Host', request('/path', 'a.example')],
  ['no Host', request('/path')],
  ['an asterisk', request('*', 'a.example')],
  ['an absolute target of the same host', request('http://a.example/path', 'a.example')],
  ['an absolute target of the same host in another form', request('HTTPS://A.Example.:443?x', 'a.example:80')],
])('a request with %s names one host', (_title, one) => {
  expect(namesOneHost(one)).toBe(true);
});

test.each([
  ['two Hosts', request('/path', 'a.example', 'b.example')],
  ['the same Host twice', request('/path', 'a.example', 'a.example')],
  ['an absolute target of another host', request('http://b.example/path', 'a.example')],
  ['an absolute target and no Host', request('http://a.example/path')],
  ['an absolute target with a user', request('http://a.example@b.example/', 'b.example')],
  ['a target that is no URL', request('a.example', 'a.example')],
  ['a target without a host', request('http:///path', 'a.example')],
])('a request with %s does not name one host', (_title, one) => {
  expect(namesOneHost(one)).toBe(false);
});
