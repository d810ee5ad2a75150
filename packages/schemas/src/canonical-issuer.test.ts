import { canonicalIssuer } from './canonical-issuer.ts';

it.each([
  ['https://login.acme.example/', 'https://login.acme.example'],
  ['https://LOGIN.acme.example:443', 'https://login.acme.example'],
  ['https://login.acme.example/tenant', 'https://login.acme.example/tenant'],
  ['https://login.acme.example/tenant/', 'https://login.acme.example/tenant/'],
  ['no address', 'no address'],
])('%j is the issuer %j', (written, issuer) => expect(canonicalIssuer(written)).toBe(issuer));
