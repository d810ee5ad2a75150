import { normaliseHost } from './host.ts';
import { plainAddress } from './network-address.ts';

/** Whether a network address is of this machine's loopback interface. */
export function isLoopbackAddress(address: string | undefined): boolean {
  const plain = plainAddress(address ?? '');
  return plain === '::1' || /^127(\.\d{1,3}){3}$/.test(plain);
}

/** Whether a host, with or without a port, is a name or address of this machine's loopback interface. */
export function isLoopbackHost(host: string | undefined): boolean {
  const name = normaliseHost(host);
  return name !== null && /^(localhost|127(\.\d{1,3}){3}|\[::1\]|.*\.localhost)$/.test(name);
}

/** Whether nobody on the network can read what is sent there: over https, or over http to this machine. */
export function isConfidential({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || (protocol === 'http:' && isLoopbackHost(hostname));
}
