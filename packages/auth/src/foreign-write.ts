// A browser sends the cookie along with whatever page makes it send a request. SameSite=Strict keeps other sites out; this
// keeps out pages of other origins on the same site, and browsers that know no SameSite.

import { ServiceError } from '@callside/service-kit';
import type { Request } from 'express';

const readingMethods = ['GET', 'HEAD', 'OPTIONS'];

/**
 * Throws `forbidden` on a write unless the browser says that a page of the same origin sent it, and (where a plain form
 * could have sent it) it is declared to be JSON.
 */
export function refuseForeignWrite(request: Request): void {
  if (readingMethods.includes(request.method)) return;
  if (!isOfSameOrigin(request)) {
    throw new ServiceError({
      code: 'forbidden',
      message: 'With a cookie, this wants Sec-Fetch-Site: same-origin, or an Origin that is this host.',
    });
  }
  if (request.method === 'POST' && !isDeclaredJson(request)) {
    throw new ServiceError({ code: 'forbidden', message: 'With a cookie, this wants Content-Type: application/json.' });
  }
}

/**
 * Browsers of today say it in a word on https and localhost; the others name the origin of the page. What says neither is
 * no browser: nobody else's page can make it send the cookie.
 */
function isOfSameOrigin(request: Request): boolean {
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  const { origin } = request.headers;
  if (origin === undefined) return true;
  if (!URL.canParse(origin)) return false;
  const page = new URL(origin);
  const own = `${page.protocol}//${request.host}`;
  return URL.canParse(own) && new URL(own).host === page.host;
}

function isDeclaredJson({ headers }: Request): boolean {
  return headers['content-type']?.split(';')[0]?.trim().toLowerCase() === 'application/json';
}
