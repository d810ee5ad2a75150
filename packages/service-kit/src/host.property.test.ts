import fc from 'fast-check';
import { normaliseHost } from './host.ts';

describe('normaliseHost', () => {
  it('changes nothing when applied again', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.domain(), fc.ipV6()), (header) => {
        const host = normaliseHost(header);
        expect(normaliseHost(host ?? undefined)).toBe(host);
      }),
    );
  });

  it('gives one result for a domain in any case, with any port, with or without a trailing dot', () => {
    fc.assert(
      fc.property(fc.domain(), fc.nat(65_535), fc.boolean(), (domain, port, dot) => {
        const header = `${domain.toUpperCase()}${dot ? '.' : ''}:${port}`;
        expect(normaliseHost(header)).toBe(domain.toLowerCase());
      }),
    );
  });

  it('accepts an IPv6 address with its brackets', () => {
    fc.assert(
      fc.property(fc.ipV6(), fc.nat(65_535), (address, port) => {
        expect(normaliseHost(`[${address}]:${port}`)).toBe(`[${address.toLowerCase()}]`);
      }),
    );
  });
});
