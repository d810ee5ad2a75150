import { logFields, RequestValue, ServiceError } from '@callside/service-kit';
import type { Request, RequestHandler } from 'express';
import type { ApiKeyRefusal, ApiKeyVerdict, VerifyApiKey } from './api-key-verifier.ts';
import type { ApiKeyFeature } from './api-keys.ts';
import { presentedKey } from './presented-key.ts';
import type { IsServiceCredential } from './service-credential.ts';

/** The id of the usable key. Set by requireApiKey. */
export const apiKeyId = new RequestValue<string>('API key');

/** Set by requireApiKey when it refuses the request. For logs of the brand; never part of the answer. */
export const keyRefusal = new RequestValue<{ reason: ApiKeyRefusal; keyId: string | null }>('refusal of the key');

export interface ApiKeyGuardOptions {
  verify: VerifyApiKey;
  feature: ApiKeyFeature;
  /** The brand that is served. Throws the error to answer while the brand is unknown. */
  brandIdOf: (request: Request) => string;
  /** A credential that is accepted instead of a key; its use is recorded as key id `service`. */
  isServiceCredential?: IsServiceCredential | undefined;
  /** Awaited before a usable key passes; may throw the error to answer instead. */
  onAccepted?: (keyId: string) => Promise<void>;
  /** Awaited before a key is refused; may throw the error to answer instead. */
  onRefused?: (request: Request) => Promise<void>;
}

/**
 * Passes requests with a usable key of the brand (`presentedKey` says where), and sets `apiKeyId`. All other requests get the
 * same 401, for every reason.
 */
export function requireApiKey(options: ApiKeyGuardOptions): RequestHandler {
  const { verify, feature, brandIdOf, isServiceCredential = () => false } = options;
  return async (request, _response, next) => {
    const presented = presentedKey(request.headers);
    const verdict: ApiKeyVerdict =
      presented !== undefined && isServiceCredential(presented)
        ? { usable: true, id: 'service' }
        : await verify({ presented, brandId: brandIdOf(request), feature, address: request.ip });
    if (!verdict.usable) {
      keyRefusal.set(request, { reason: verdict.reason, keyId: verdict.id });
      await options.onRefused?.(request);
      throw new ServiceError({ code: 'unauthorized', message: 'API key is invalid or missing.' });
    }
    apiKeyId.set(request, verdict.id);
    logFields.of(request).key_id = verdict.id;
    await options.onAccepted?.(verdict.id);
    next();
  };
}
