import type { IncomingHttpHeaders } from 'node:http';

/**
 * The key that a request presents: X-API-Key; without that header the token of `Authorization: Bearer`, or the password of
 * `Authorization: Basic` with any user name, for senders that cannot set a header of their own. undefined: none of them.
 */
export function presentedKey(headers: IncomingHttpHeaders): string | undefined {
  const own = headers['x-api-key'];
  if (own !== undefined) return typeof own === 'string' ? own : undefined;
  const [, scheme, credential] = /^(Bearer|Basic) +(\S+) *$/i.exec(headers.authorization ?? '') ?? [];
  if (scheme === undefined || credential === undefined) return undefined;
  return scheme.toLowerCase() === 'bearer' ? credential : basicPassword(credential);
}

/** Decodes as Latin-1, as Node decodes headers, so that the sent bytes can be restored. */
function basicPassword(credential: string): string | undefined {
  const text = Buffer.from(credential, 'base64').toString('latin1');
  const colon = text.indexOf(':');
  return colon === -1 ? undefined : text.slice(colon + 1);
}
