import { logFields, RequestValue, ServiceError } from '@callside/service-kit';
import type { RequestHandler } from 'express';
import { type Addressed, requestHost, type TrustProxy } from './request-host.ts';
import type { Brand } from './rules/brand.ts';

/** The brand of the request's host. Set by brandOfHost. */
export const requestBrand = new RequestValue<Brand>('brand');

/** The brand of a request's host; null for an unknown host. */
export type FindBrand = (request: Addressed) => Promise<Brand | null>;

export function findBrandBy(findByHost: (host: string) => Promise<Brand | null>, trusts: TrustProxy): FindBrand {
  return async (request) => {
    const host = requestHost(request, trusts);
    return host === null ? null : findByHost(host);
  };
}

/** Sets `requestBrand`; refuses unknown hosts. */
export function brandOfHost({ findBrand }: { findBrand: FindBrand }): RequestHandler {
  return async (request, _response, next) => {
    const brand = await findBrand({ headers: request.headers, address: request.socket.remoteAddress });
    if (brand === null) throw new ServiceError({ code: 'unknown_host', message: 'This host is not served here.' });
    requestBrand.set(request, brand);
    logFields.of(request).brand = brand.slug;
    next();
  };
}
