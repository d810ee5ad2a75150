import { ServiceError } from '@callside/service-kit';
import type { RequestHandler } from 'express';
import type { VerifyApiKey } from './api-key-verifier.ts';
import type { ApiKeyFeature } from './api-keys.ts';
import type { IsServiceCredential } from './service-credential.ts';

declare global {
  namespace Express {
    interface Locals {
      /** Set by requireApiKey. */
      apiKey?: { id: string };
    }
  }
}

export interface ApiKeyGuardOptions {
  verify: VerifyApiKey;
  feature: ApiKeyFeature;
  /** The brand that is served; that of `res.locals.brand` when absent. Throws what to answer while it is not known. */
  brandId?: (locals: Record<string, unknown>) => string;
  /** A credential that is good in place of a key; its use counts as that of a key with the id `service`. */
  isServiceCredential?: IsServiceCredential | undefined;
}

/**
 * Lets a request pass that carries a usable key of the brand in X-API-Key, and puts its id in `res.locals.apiKey`.
 * Every other one is refused in one way, whatever is wrong with the key.
 */
export function requireApiKey(options: ApiKeyGuardOptions): RequestHandler {
  const { verify, feature, brandId = brandIdIn, isServiceCredential = () => false } = options;
  return async (request, response, next) => {
    const header = request.headers['x-api-key'];
    const presented = typeof header === 'string' ? header : undefined;
    const apiKey =
      presented !== undefined && isServiceCredential(presented)
        ? { id: 'service' }
        : await verify({ presented, brandId: brandId(response.locals), feature });
    if (apiKey === null) throw new ServiceError({ code: 'unauthorized', message: 'API key is invalid or missing.' });
    response.locals.apiKey = apiKey;
    response.locals.logFields.key_id = apiKey.id;
    next();
  };
}

function brandIdIn(locals: Record<string, unknown>): string {
  const { brand } = locals;
  if (typeof brand === 'object' && brand !== null && 'id' in brand && typeof brand.id === 'string') return brand.id;
  throw new Error('requireApiKey runs before the brand of the host is known');
}
