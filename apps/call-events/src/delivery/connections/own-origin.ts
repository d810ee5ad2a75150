// Browsers let a page of any site open a WebSocket to this server; the Origin header names the site of the page.

import type { IncomingMessage, ServerResponse } from 'node:http';
import { sessionCookieNames } from '@callside/auth';
import { isPageOfHost, originOf, pageOrigin, schemeOf } from '@callside/service-kit';
import { type Addressed, sentHost, type TrustProxy } from '../../brands/index.ts';
import { refuseHandshake } from './refuse-handshake.ts';

interface OriginSettings {
  /** The proxies whose X-Forwarded-Host is trusted. */
  trusts: TrustProxy;
  /** Whether the browser uses HTTPS, as far as the service knows. */
  isHttps: (request: Addressed) => boolean;
}

/**
 * Whether the origin of a socket's request is allowed: a program, which sends no Origin, or a page of the requested host. With a
 * session cookie the origins must be equal: browsers send cookies to every port of a host, also from its other services. With a token
 * a port that only one side names is not compared: a proxy may have another one.
 */
export function isOfOwnOrigin(
  { headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>,
  { trusts, isHttps }: OriginSettings,
): boolean {
  if (headers.origin === undefined) return true;
  const addressed = { headers, address: socket.remoteAddress };
  const host = sentHost(addressed, trusts);
  if (carriesSession(headers.cookie)) return isPageOfHost(headers.origin, host, { isHttps: isHttps(addressed) });
  const page = pageOrigin(headers.origin);
  const own = page === null ? null : originOf(schemeOf(page), host);
  if (page === null || own === null) return false;
  const { hostname, port } = new URL(own);
  return page.hostname === hostname && (page.port === port || page.port === '' || port === '');
}

function carriesSession(cookies: string | undefined): boolean {
  return cookies !== undefined && Object.values(sessionCookieNames).some((name) => cookies.includes(`${name}=`));
}

/** Answers requests of other origins with 403, including WebSocket upgrades. */
export function refuseForeignOrigins(settings: OriginSettings) {
  return (request: IncomingMessage, response: ServerResponse, next: () => void): void => {
    if (isOfOwnOrigin(request, settings)) {
      next();
      return;
    }
    refuseHandshake(request, response, { status: 403, detail: 'Origin must be this host.' });
  };
}
