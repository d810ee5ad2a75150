import { ServiceError } from '@callside/service-kit';
import type { RequestHandler } from 'express';
import type { VerifyApiKey } from './api-key-verifier.ts';
import type { ApiKeyFeature } from './api-keys.ts';

declare global {
  namespace Express {
    interface Locals {
      /** Set by requireApiKey. */
      apiKey?: { id: string };
    }
  }
}

/**
 * Lets a request pass that carries a usable key of `res.locals.brand` in X-API-Key, and puts its id in
 * `res.locals.apiKey`. Every other one is refused in one way, whatever is wrong with the key.
 */
export function requireApiKey({ verify, feature }: { verify: VerifyApiKey; feature: ApiKeyFeature }): RequestHandler {
  return async (request, response, next) => {
    const header = request.headers['x-api-key'];
    const presented = typeof header === 'string' ? header : undefined;
    const apiKey = await verify({ presented, brandId: brandIdOf(response.locals), feature });
    if (apiKey === null) throw new ServiceError({ code: 'unauthorized', message: 'API key is invalid or missing.' });
    response.locals.apiKey = apiKey;
    response.locals.logFields.key_id = apiKey.id;
    next();
  };
}

function brandIdOf(locals: Record<string, unknown>): string {
  const { brand } = locals;
  if (typeof brand === 'object' && brand !== null && 'id' in brand && typeof brand.id === 'string') return brand.id;
  throw new Error('requireApiKey runs before the brand of the host is known');
}
