import { logFields, RequestValue, ServiceError } from '@callside/service-kit';
import type { Request, RequestHandler } from 'express';
import type { ApiKeyCheck, ApiKeyRefusal, ApiKeyVerdict, VerifyApiKey } from './api-key-verifier.ts';
import type { ApiKeyFeature } from './api-keys.ts';
import { presentedKey } from './presented-key.ts';
import type { KeyToConfirm, RecentKeys } from './recent-keys.ts';
import type { IsServiceCredential } from './service-credential.ts';

/** The id of the usable key. Set by requireApiKey, and when an expected key is confirmed. */
export const apiKeyId = new RequestValue<string>('API key');

/** A key that was usable a moment ago, and is not confirmed yet; null: it was checked for this request. Set by expectApiKey. */
export const keyToConfirm = new RequestValue<KeyToConfirm | null>('key to confirm');

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
  return async (request, _response, next) => {
    await checkApiKey(request, options);
    next();
  };
}

/** How a route checks a key that it confirms in the transaction that records the request. */
export interface ApiKeyExpectation {
  /** Passes a key that was usable a moment ago with `keyToConfirm`; checks any other one as `requireApiKey` does. */
  expect: RequestHandler;
  /** Sets `apiKeyId` after the key was confirmed. Does nothing for a key that was checked. */
  confirm: (request: Request) => void;
  /** Checks the key alone; throws the 401. A route calls it before it refuses the request for another reason. */
  check: (request: Request) => Promise<void>;
}

/** Has no service credential and no `onAccepted`: the key must be in the database, and its request passes before the confirmation. */
interface ApiKeyExpectationOptions extends Omit<ApiKeyGuardOptions, 'isServiceCredential' | 'onAccepted'> {
  recentKeys: RecentKeys;
  /** Called for each key that was confirmed. */
  onUse: (keyId: string, at: Date) => void;
}

/** Like `requireApiKey`, but a recently used key gets no separate query: the transaction that records the request reads it. */
export function expectApiKey(options: ApiKeyExpectationOptions): ApiKeyExpectation {
  const { recentKeys } = options;
  const check = async (request: Request) => {
    const sent = checkOf(request, options);
    keyToConfirm.set(request, null);
    recentKeys.forget(sent);
    recentKeys.remember(sent, await checkApiKey(request, options));
  };
  return {
    check,
    expect: async (request, _response, next) => {
      const recent = recentKeys.find(checkOf(request, options));
      if (recent === null) await check(request);
      else {
        keyToConfirm.set(request, recent);
        logFields.of(request).key_id = recent.id;
      }
      next();
    },
    confirm: (request) => {
      const key = keyToConfirm.find(request);
      if (!key) return;
      accept(request, key.id);
      options.onUse(key.id, new Date());
    },
  };
}

/** Resolves to the id of the key, or throws the 401. */
async function checkApiKey(request: Request, options: ApiKeyGuardOptions): Promise<string> {
  const { verify, isServiceCredential = () => false } = options;
  const check = checkOf(request, options);
  const verdict: ApiKeyVerdict =
    check.presented !== undefined && isServiceCredential(check.presented)
      ? { usable: true, id: 'service' }
      : await verify(check);
  if (!verdict.usable) {
    keyRefusal.set(request, { reason: verdict.reason, keyId: verdict.id });
    await options.onRefused?.(request);
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
