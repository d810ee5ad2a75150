import proxyAddress from 'proxy-addr';
import { isKnownHttps, publicScheme } from './request-scheme.ts';

const trusts = proxyAddress.compile(['10.0.0.0/8', '127.0.0.1']);

interface Situation {
  peer: string;
  proto?: string;
  isPublicByHttps?: boolean;
}

function judge({ peer, proto, isPublicByHttps = false }: Situation) {
  const addressed = { headers: proto === undefined ? {} : { 'x-forwarded-proto': proto }, address: peer };
  const settings = { trusts, isPublicByHttps };
  return { isHttps: isKnownHttps(addressed, settings), scheme: publicScheme(addressed, settings) };
}

it.each<[string, Situation, ReturnType<typeof judge>]>([
  ['a peer on this machine', { peer: '127.0.0.1' }, { isHttps: false, scheme: 'http' }],
  [
    'a peer on this machine, over a dual-stack socket',
    { peer: '::ffff:127.0.0.1' },
    { isHttps: false, scheme: 'http' },
  ],
  ['a peer on this machine, by IPv6', { peer: '::1' }, { isHttps: false, scheme: 'http' }],
  ['PUBLIC_URL with https', { peer: '127.0.0.1', isPublicByHttps: true }, { isHttps: true, scheme: 'https' }],
  ['a trusted proxy that says https', { peer: '10.1.2.3', proto: 'https' }, { isHttps: true, scheme: 'https' }],
  [
    'a trusted proxy here that says https',
    { peer: '127.0.0.1', proto: 'HTTPS, http' },
    { isHttps: true, scheme: 'https' },
  ],
  ['a trusted proxy here that says http', { peer: '127.0.0.1', proto: 'http' }, { isHttps: false, scheme: 'http' }],
  ['another peer on this machine that says https', { peer: '::1', proto: 'https' }, { isHttps: false, scheme: 'http' }],
  ['a peer elsewhere', { peer: '192.0.2.7' }, { isHttps: false, scheme: 'https' }],
  ['a peer elsewhere that is not trusted', { peer: '192.0.2.7', proto: 'https' }, { isHttps: false, scheme: 'https' }],
])('the scheme is correct for %s', (_name, situation, expected) => {
  expect(judge(situation)).toEqual(expected);
});
