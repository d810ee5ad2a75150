import type { RequestHandler } from 'express';
import helmet from 'helmet';

/** Half a year, for this host alone: other hosts of the same domain are not ours. */
const strictTransportSecurity = { maxAge: 180 * 24 * 60 * 60, includeSubDomains: false };

/** Of answers that are no pages. A page sets its own policy. */
const contentSecurityPolicy = {
  useDefaults: false,
  directives: { defaultSrc: ["'none'"], baseUri: ["'none'"], formAction: ["'none'"], frameAncestors: ["'none'"] },
};

/**
 * What browsers are told about every answer. Over plain HTTP nothing that only a secure context honours: the console also
 * works on a named host without TLS.
 */
export function createSecurityHeaders(): RequestHandler {
  const always = { contentSecurityPolicy, xFrameOptions: { action: 'deny' }, originAgentCluster: false } as const;
  const overHttps = helmet({ ...always, strictTransportSecurity });
  const overHttp = helmet({ ...always, strictTransportSecurity: false, crossOriginOpenerPolicy: false });
  return (request, response, next) => (request.secure ? overHttps : overHttp)(request, response, next);
}
