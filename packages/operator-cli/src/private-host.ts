import { isIP } from 'node:net';
import { isAddressAllowed } from '@callside/auth';
import { isLoopbackHost } from '@callside/service-kit';

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
  '::/127',
  '64:ff9b::/96',
  'fc00::/7',
  'fe80::/10',
  'ff00::/8',
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
