import { isIPv4, isIPv6 } from 'node:net';

/** Converts an IPv4 address in IPv6 form (`::ffff:203.0.113.7`, from a dual-stack socket) to its IPv4 form. */
export function plainAddress(address: string): string {
  const [withoutZone = ''] = address.split('%');
  const mapped = /^::ffff:(\d{1,3}(?:\.\d{1,3}){3})$/i.exec(withoutZone)?.[1];
  return mapped !== undefined && isIPv4(mapped) ? mapped : withoutZone;
}

/** The key that an address is counted under: an IPv4 address itself, an IPv6 address its /64, because one host has a whole /64. */
export function addressToCount(address: string | undefined): string {
  const plain = plainAddress(address ?? '');
  if (!isIPv6(plain)) return plain;
  const [head = '', tail] = plain.split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0');
  const groups = [...before, ...(tail === undefined ? [] : zeros), ...after].slice(0, 4);
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}
