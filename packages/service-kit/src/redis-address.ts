// The forms of REDIS_URL: one server, servers behind Sentinel, and Redis Cluster.

interface Credentials {
  username?: string;
  password?: string;
}

interface Node {
  host: string;
  port: number;
}

export type RedisAddress =
  | { kind: 'single'; url: string }
  | ({ kind: 'sentinel'; isTls: boolean; sentinels: Node[]; master: string; sentinel: Credentials } & Credentials)
  | ({ kind: 'cluster'; isTls: boolean; nodes: Node[] } & Credentials);

const form = /^(rediss?)\+(sentinel|cluster):\/\/(?:([^@/]*)@)?([^@/?]+)(?:\/([^?]*))?(?:\?(.*))?$/;
const defaultPorts = { sentinel: 26_379, cluster: 6_379 };

/**
 * `redis[s]://…`, `redis[s]+sentinel://user:password@h1,h2:26379/master?sentinel_password=…` or
 * `redis[s]+cluster://user:password@h1:6379,h2`. null: not such an address.
 */
export function parseRedisAddress(text: string): RedisAddress | null {
  if (/^rediss?:\/\/./.test(text) && URL.canParse(text)) return { kind: 'single', url: text };
  const [, scheme, kind, user, hosts = '', path = '', search] = form.exec(text) ?? [];
  if (kind !== 'sentinel' && kind !== 'cluster') return null;
  const nodes = hosts.split(',').map((host) => toNode(host, defaultPorts[kind]));
  const credentials = toCredentials(...splitAtColon(user));
  if (nodes.includes(null) || credentials === null) return null;
  const common = { isTls: scheme === 'rediss', ...credentials };
  const known = nodes.filter((node) => node !== null);
  if (kind === 'cluster') return path === '' && search === undefined ? { kind, ...common, nodes: known } : null;
  const query = new URLSearchParams(search);
  const isKnown = [...query.keys()].every((name) => name === 'sentinel_username' || name === 'sentinel_password');
  const master = decode(path);
  if (!isKnown || master === null || master === '') return null;
  const sentinel = {
    ...(query.has('sentinel_username') && { username: query.get('sentinel_username') ?? '' }),
    ...(query.has('sentinel_password') && { password: query.get('sentinel_password') ?? '' }),
  };
  return { kind, ...common, sentinels: known, master, sentinel };
}

function toNode(text: string, defaultPort: number): Node | null {
  const [, host, port] = /^(\[[0-9a-f:]+\]|[\w.-]+)(?::(\d{1,5}))?$/i.exec(text.trim()) ?? [];
  const number = port === undefined ? defaultPort : Number(port);
  if (host === undefined || number < 1 || number > 65_535) return null;
  return { host: host.replace(/^\[|\]$/g, ''), port: number };
}

function splitAtColon(user: string | undefined): [string | undefined, string | undefined] {
  if (user === undefined) return [undefined, undefined];
  const at = user.indexOf(':');
  return at === -1 ? [user, undefined] : [user.slice(0, at), user.slice(at + 1)];
}

/** null: not percent-encoded correctly. */
function toCredentials(user: string | undefined, secret: string | undefined): Credentials | null {
  const [username, password] = [decode(user ?? ''), decode(secret ?? '')];
  if (username === null || password === null) return null;
  return { ...(username !== '' && { username }), ...(password !== '' && { password }) };
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
