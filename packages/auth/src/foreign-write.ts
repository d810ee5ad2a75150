// A browser sends the cookie with requests of any page. SameSite=Lax protects writes against other sites. This check protects against
// pages of other origins on the same site, and covers browsers without SameSite.

import { isPageOfHost, ServiceError } from '@callside/service-kit';
import type { Request } from 'express';

interface KnownScheme {
  /** Whether the browser uses HTTPS, as far as the service knows. */
  isHttps: boolean;
}

const readingMethods = ['GET', 'HEAD', 'OPTIONS'];

/**
 * Throws `forbidden` on a write unless the browser reports a page of the same origin. A POST, which a plain form could send, must
 * also be declared as JSON.
 */
export function refuseForeignWrite(request: Request, scheme: KnownScheme): void {
  if (readingMethods.includes(request.method)) return;
  refuseForeignPage(request, scheme);
  if (request.method === 'POST' && !isDeclaredJson(request)) {
    throw new ServiceError({
      code: 'forbidden',
      message: 'With a cookie, this request needs Content-Type: application/json.',
    });
  }
}

/** Throws `forbidden` if the browser reports a page of another origin. */
export function refuseForeignPage(request: Request, scheme: KnownScheme): void {
  if (isOfSameOrigin(request, scheme)) return;
  throw new ServiceError({
    code: 'forbidden',
    message: 'With a cookie, this request needs Sec-Fetch-Site: same-origin, or an Origin that is this host.',
  });
}

/**
 * Current browsers send Sec-Fetch-Site on https and localhost; others send the origin of the page. A request without both is not
 * from a browser, so no foreign page can have caused it.
 */
function isOfSameOrigin(request: Request, scheme: KnownScheme): boolean {
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  const { origin } = request.headers;
  return origin === undefined || isPageOfHost(origin, request.host, scheme);
}

function isDeclaredJson({ headers }: Request): boolean {
  return headers['content-type']?.split(';')[0]?.trim().toLowerCase() === 'application/json';
}
