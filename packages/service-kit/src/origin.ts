import { normaliseHost } from './host.ts';
import { isConfidential } from './loopback.ts';

export type WebScheme = 'http' | 'https';

/**
 * The origin of a Host header, as browsers write it: lower case, no trailing dot, no default port. null when the header is absent or
 * has no host.
 */
export function originOf(scheme: WebScheme, host: string | undefined): string | null {
  const name = normaliseHost(host);
  if (name === null) return null;
  const port = /:(\d+)$/.exec(host?.trim() ?? '')?.[1];
  // A proxy that ends TLS may name the port of its own server.
  const isOfProxy = scheme === 'https' && Number(port) === 80;
  const text = `${scheme}://${name}${port === undefined || isOfProxy ? '' : `:${port}`}`;
  return URL.canParse(text) ? new URL(text).origin : null;
}

/**
 * Whether an Origin header is that of a page of the Host. The scheme is compared when the service is known to be used by https only;
 * otherwise a proxy may end TLS unseen, and the default port is that of the page's scheme.
 */
export function isPageOfHost(origin: string, host: string | undefined, { isHttps }: { isHttps: boolean }): boolean {
  const page = pageOrigin(origin);
  if (page === null || (isHttps && !isConfidential(page))) return false;
  return page.origin === originOf(schemeOf(page), host);
}

/** The origin of a web page, without a trailing dot. null for the origin of anything else. */
export function pageOrigin(origin: string): URL | null {
  if (!/^https?:\/\//i.test(origin) || !URL.canParse(origin)) return null;
  const url = new URL(origin);
  const own = originOf(schemeOf(url), url.host);
  return own === null ? null : new URL(own);
}

export function schemeOf({ protocol }: URL): WebScheme {
  return protocol === 'https:' ? 'https' : 'http';
}
