import { BlockList, isIP } from 'node:net';
import { plainAddress } from '@callside/service-kit';

const mostKept = 1_000;
const mappedPrefixBits = 96;

/** There are few different lists, used by many requests: each is compiled once. */
const compiled = new Map<string, BlockList>();

/** Whether a list of addresses and CIDR networks contains an address; an empty list allows every address. */
export function isAddressAllowed(allowed: readonly string[], address: string | undefined): boolean {
  if (allowed.length === 0) return true;
  const plain = plainAddress(address ?? '');
  const family = isIP(plain);
  if (family === 0) return false;
  return compile(allowed).check(plain, family === 4 ? 'ipv4' : 'ipv6');
}

function compile(allowed: readonly string[]): BlockList {
  const name = allowed.join(',');
  const known = compiled.get(name);
  if (known !== undefined) return known;
  const list = new BlockList();
  for (const entry of allowed) add(list, entry);
  if (compiled.size >= mostKept) compiled.clear();
  compiled.set(name, list);
  return list;
}

function add(list: BlockList, entry: string): void {
  const [written = '', bits] = entry.split('/');
  const address = plainAddress(written);
  const family = isIP(address);
  if (family === 0) return;
  const isMapped = family === 4 && isIP(written) === 6;
  const prefix = bits === undefined ? (family === 4 ? 32 : 128) : Number(bits) - (isMapped ? mappedPrefixBits : 0);
  // A shorter prefix would be an IPv6 network that also covers mapped addresses; requests do not come from it, so it is ignored.
  if (prefix >= 0) list.addSubnet(address, prefix, family === 4 ? 'ipv4' : 'ipv6');
}
