import { lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { isLoopbackHost } from '@callside/service-kit';
import { isAddressAllowed } from './allowed-addresses.ts';

/** Addresses that are not on the Internet. */
const privateNetworks = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '224.0.0.0/3',
  '::/96',
  // Translated to IPv4.
  '::ffff:0:0:0/96',
  '64:ff9b::/96',
  '64:ff9b:1::/48',
  'fc00::/7',
  'fe80::/10',
  'fec0::/10',
  'ff00::/8',
  // Both carry an address of IPv4.
  '2001::/32',
  '2002::/16',
];

export function isPrivateAddress(address: string): boolean {
  return isAddressAllowed(privateNetworks, address);
}

/** Whether the host of a URL is a private address or this machine, without a question to the resolver. */
export function isPrivateHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '');
  return isIP(host) === 0 ? isLoopbackHost(host) : isPrivateAddress(host);
}

/** Whether others can reach a host of a URL: names without a dot are those of one network. */
export function isPublicHost(hostname: string): boolean {
  return !isPrivateHost(hostname) && /[.:]/.test(hostname) && !/\.(internal|local|svc)$/.test(hostname);
}

/** The error of a connection that was refused because its host has a private address. */
export class PrivateAddressError extends Error {
  override name = 'PrivateAddressError';
}

/**
 * Resolves a host to the address that is then connected to, so that a name cannot change its address in between. Fails with
 * PrivateAddressError if one of its addresses is private. For `lookup` of a request, which is not asked for a literal address.
 */
export const publicLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    const [first] = addresses ?? [];
    if (error || first === undefined) return callback(error ?? new Error('no address'), '', 0);
    if (addresses.some(({ address }) => isPrivateAddress(address))) {
      return callback(new PrivateAddressError('the host has a private address'), '', 0);
    }
    if (options.all) return callback(null, addresses);
    return callback(null, first.address, first.family);
  });
};
