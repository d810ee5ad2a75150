import { logFields, RequestValue, ServiceError } from '@callside/service-kit';
import type { Request, RequestHandler } from 'express';
import type { ApiKeyCheck, ApiKeyRefusal, ApiKeyVerdict, VerifyApiKey } from './api-key-verifier.ts';
import type { ApiKeyFeature } from './api-keys.ts';
import { presentedKey } from './presented-key.ts';
import type { KeyToConfirm, RecentKeys } from './recent-keys.ts';
import type { RefusedKey } from './refused-keys.ts';
import type { IsServiceCredential } from './service-credential.ts';

/** The id of the usable key. Set when the key was checked, and when an expected key is confirmed. */
export const apiKeyId = new RequestValue<string>('API key');

/** The id of the key in requests with the service credential. */
const serviceKeyId = 'service';

/** A key that was usable a moment ago, and is not confirmed yet; null: it was found usable for this request. Set by expectApiKey. */
export const keyToConfirm = new RequestValue<KeyToConfirm | null>('key to confirm');

/** Set when a key is refused. For logs of the brand; never part of the answer. */
export const keyRefusal = new RequestValue<{ reason: ApiKeyRefusal; keyId: string | null }>('refusal of the key');

export interface ApiKeyGuardOptions {
  verify: VerifyApiKey;
  feature: ApiKeyFeature;
  /** The brand that is served. Throws the error to answer while the brand is unknown. */
  brandIdOf: (request: Request) => string;
  /** A credential that is accepted instead of a key; `apiKeyId` is then `service`. */
  isServiceCredential?: IsServiceCredential | undefined;
  /** Awaited before a usable key passes; may throw the error to answer instead. */
  onAccepted?: ((keyId: string) => Promise<void>) | undefined;
  /** Awaited before a key is refused; may throw the error to answer instead. */
  onRefused?: (request: Request, refused: RefusedKey) => Promise<void>;
}

/**
 * Passes requests with a usable key of the brand (`presentedKey` says where), and sets `apiKeyId`. All other requests get the
 * same 401, for every reason.
 */
export function requireApiKey(options: ApiKeyGuardOptions): RequestHandler {
  return async (request, _response, next) => {
    await checkApiKey(request, options);
    next();
  };
}

/** How a route checks a key after it has begun to work on the request. */
export interface ApiKeyExpectation {
  /** Passes a key that was usable a moment ago with `keyToConfirm`; checks any other one as `requireApiKey` does. */
  expect: RequestHandler;
  /** Sets `apiKeyId` after the transaction that records the request has read the key. Does nothing for a key that was checked. */
  confirm: (request: Request) => void;
  /**
   * Checks the key alone, unless it was found usable for this request already; throws the 401. A route that does not confirm the key awaits
   * it before it answers, also before it refuses the request for another reason.
   */
  check: (request: Request) => Promise<void>;
}

interface ApiKeyExpectationOptions extends ApiKeyGuardOptions {
  recentKeys: RecentKeys;
  /** Called for each key that was confirmed; absent if the route confirms none. */
  onUse?: (keyId: string, at: Date) => void;
}

/**
 * Like `requireApiKey`, but the work on a request with a recently used key begins before its key is read. A service credential is
 * checked first for each request: it needs no read.
 */
export function expectApiKey(options: ApiKeyExpectationOptions): ApiKeyExpectation {
  const { recentKeys, onAccepted, onUse } = options;
  const checkAlone = async (request: Request, guard: ApiKeyGuardOptions) => {
    const sent = checkOf(request, options);
    try {
      const id = await checkApiKey(request, guard);
      if (id !== serviceKeyId) recentKeys.remember(sent, id);
    } catch (error) {
      recentKeys.forget(sent);
      throw error;
    }
    keyToConfirm.set(request, null);
  };
  // A request of a recent key is counted before its key is read.
  const withoutCount = { ...options, onAccepted: undefined };
  return {
    expect: async (request, _response, next) => {
      const recent = recentKeys.find(checkOf(request, options));
      if (recent === null) await checkAlone(request, options);
      else {
        keyToConfirm.set(request, recent);
        logFields.of(request).key_id = recent.id;
        await onAccepted?.(recent.id).catch(async (error: unknown) => {
          // An unusable key takes precedence over the limit.
          await checkAlone(request, withoutCount);
          throw error;
        });
      }
      next();
    },
    check: async (request) => {
      if (keyToConfirm.of(request) !== null) await checkAlone(request, withoutCount);
    },
    confirm: (request) => {
      const key = keyToConfirm.find(request);
      if (!key) return;
      accept(request, key.id);
      onUse?.(key.id, new Date());
    },
  };
}

/** Resolves to the id of the key, or throws the 401. */
async function checkApiKey(request: Request, options: ApiKeyGuardOptions): Promise<string> {
  const { verify, isServiceCredential = () => false } = options;
  const check = checkOf(request, options);
  const verdict: ApiKeyVerdict =
    check.presented !== undefined && isServiceCredential(check.presented)
      ? { usable: true, id: serviceKeyId }
      : await verify(check);
  if (!verdict.usable) {
    keyRefusal.set(request, { reason: verdict.reason, keyId: verdict.id });
    await options.onRefused?.(request, { ...check, reason: verdict.reason, keyId: verdict.id });
    throw new ServiceError({ code: 'unauthorized', message: 'API key is invalid or missing.' });
  }
  accept(request, verdict.id);
  await options.onAccepted?.(verdict.id);
  return verdict.id;
}

function checkOf(request: Request, { brandIdOf, feature }: ApiKeyGuardOptions): ApiKeyCheck {
  return { presented: presentedKey(request.headers), brandId: brandIdOf(request), feature, address: request.ip };
}

function accept(request: Request, id: string): void {
  apiKeyId.set(request, id);
  logFields.of(request).key_id = id;
}
