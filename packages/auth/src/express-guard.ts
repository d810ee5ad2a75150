import { ServiceError } from '@callside/service-kit';
import type { Request, RequestHandler } from 'express';
import type { ApiKeyRefusal, ApiKeyVerdict, VerifyApiKey } from './api-key-verifier.ts';
import type { ApiKeyFeature } from './api-keys.ts';
import type { IsServiceCredential } from './service-credential.ts';

declare global {
  namespace Express {
    interface Locals {
      /** Set by requireApiKey. */
      apiKey?: { id: string };
      /** Set by requireApiKey when it refuses the request. For logs of the brand; never part of the answer. */
      keyRefusal?: { reason: ApiKeyRefusal; keyId: string | null };
    }
  }
}

export interface ApiKeyGuardOptions {
  verify: VerifyApiKey;
  feature: ApiKeyFeature;
  /** The brand that is served; `res.locals.brand` when absent. Throws the error to answer while the brand is unknown. */
  brandId?: (locals: Record<string, unknown>) => string;
  /** A credential that is accepted instead of a key; its use is recorded as key id `service`. */
  isServiceCredential?: IsServiceCredential | undefined;
  /** Awaited before a usable key passes; may throw the error to answer instead. */
  onAccepted?: (keyId: string) => Promise<void>;
  /** Awaited before a key is refused; may throw the error to answer instead. */
  onRefused?: (request: Request, locals: Express.Locals) => Promise<void>;
}

/**
 * Passes requests with a usable key of the brand in X-API-Key, and sets `res.locals.apiKey` to its id. All other requests get the
 * same 401, for every reason.
 */
export function requireApiKey(options: ApiKeyGuardOptions): RequestHandler {
  const { verify, feature, brandId = brandIdIn, isServiceCredential = () => false } = options;
  return async (request, response, next) => {
    const header = request.headers['x-api-key'];
    const presented = typeof header === 'string' ? header : undefined;
    const verdict: ApiKeyVerdict =
      presented !== undefined && isServiceCredential(presented)
        ? { usable: true, id: 'service' }
        : await verify({ presented, brandId: brandId(response.locals), feature, address: request.ip });
    if (!verdict.usable) {
      response.locals.keyRefusal = { reason: verdict.reason, keyId: verdict.id };
      await options.onRefused?.(request, response.locals as Express.Locals);
      throw new ServiceError({ code: 'unauthorized', message: 'API key is invalid or missing.' });
    }
    response.locals.apiKey = { id: verdict.id };
    response.locals.logFields.key_id = verdict.id;
    await options.onAccepted?.(verdict.id);
    next();
  };
}

function brandIdIn(locals: Record<string, unknown>): string {
  const { brand } = locals;
  if (typeof brand === 'object' && brand !== null && 'id' in brand && typeof brand.id === 'string') return brand.id;
  throw new Error('requireApiKey runs before the brand of the host is known');
}
