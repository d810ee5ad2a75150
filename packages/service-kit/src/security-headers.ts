import type { RequestHandler } from 'express';
import helmet from 'helmet';

/** Half a year, for this host only, because other hosts of the same domain may belong to others. */
const strictTransportSecurity = { maxAge: 180 * 24 * 60 * 60, includeSubDomains: false };

/** For answers that are not pages. A page sets its own policy. */
const contentSecurityPolicy = {
  useDefaults: false,
  directives: { defaultSrc: ["'none'"], baseUri: ["'none'"], formAction: ["'none'"], frameAncestors: ["'none'"] },
};

/**
 * The security headers of every answer. Over plain HTTP it omits headers that need a secure context, because the console also
 * works on a named host without TLS.
 */
export function createSecurityHeaders(): RequestHandler {
  const always = { contentSecurityPolicy, xFrameOptions: { action: 'deny' }, originAgentCluster: false } as const;
  const overHttps = helmet({ ...always, strictTransportSecurity });
  const overHttp = helmet({ ...always, strictTransportSecurity: false, crossOriginOpenerPolicy: false });
  return (request, response, next) => (request.secure ? overHttps : overHttp)(request, response, next);
}
