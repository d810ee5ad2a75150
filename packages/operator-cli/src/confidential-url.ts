import { isLoopbackHost } from '@callside/service-kit';

/** Whether nobody on the network can read what is sent to this address: it is https, or this machine. */
export function isConfidential(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === 'https:' || isLoopbackHost(hostname);
}
