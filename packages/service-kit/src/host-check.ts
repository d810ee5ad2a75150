import type { IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';
import { ServiceError } from './errors.ts';
import { normaliseHost } from './host.ts';

/**
 * Whether a request names one host: at most one Host header, equal to the host of an absolute request target. Otherwise a proxy
 * and the service could choose different brands (RFC 9112, section 3.2: answer 400).
 */
export function namesOneHost({
  rawHeaders,
  headers,
  url = '',
}: Pick<IncomingMessage, 'rawHeaders' | 'headers' | 'url'>): boolean {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    if (rawHeaders[index]?.length === 4 && rawHeaders[index]?.toLowerCase() === 'host') hosts++;
  }
  if (hosts > 1) return false;
  if (url.startsWith('/') || url === '*') return true;
  const target = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/i.exec(url)?.[1];
  return (
    target !== undefined && normaliseHost(target) !== null && normaliseHost(target) === normaliseHost(headers.host)
  );
}

/** Refuses a request that names several hosts, before any other check. */
export const requireOneHost: RequestHandler = (request, _response, next) => {
  if (namesOneHost(request)) return next();
  next(new ServiceError({ code: 'bad_request', message: 'The request names more than one host.' }));
};
