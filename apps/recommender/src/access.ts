import {
  type ApiKeyGuardOptions,
  createApiKeyVerifier,
  createLastUsedRecorder,
  createRefusedKeyRecorder,
  createServiceCredential,
  expectApiKey,
  RecentKeys,
  requireApiKey,
} from '@callside/auth';
import { preparedThrough, queryThrough } from '@callside/database';
import { addressToCount, createRateLimit, failedKeysPerMinute, type Logger } from '@callside/service-kit';
import type { RequestHandler } from 'express';
import type { Pools } from './pools.ts';
import type { Environment } from './settings.ts';
import type { BrandInService } from './shop/index.ts';

interface Dependencies {
  environment: Environment;
  pools: Pools;
  brand: BrandInService;
  logger: Logger;
}

interface Access {
  requireKey: RequestHandler;
  keys: ReturnType<typeof expectApiKey>;
  start: () => void;
  stop: () => Promise<void>;
}

const lastUsedPauseMs = 5_000;
const refusedPauseMs = 1_000;

/** The check of keys, with its rate limits. */
export function createAccess({ environment, pools, brand, logger }: Dependencies): Access {
  const requests = createRateLimit({ name: 'requests', perMinute: environment.RATE_LIMIT_REQUESTS_PER_MINUTE });
  const failedKeys = createRateLimit({ name: 'failed-keys', perMinute: failedKeysPerMinute });
  const lastUsed = createLastUsedRecorder({
    query: queryThrough(pools.operations),
    intervalMs: lastUsedPauseMs,
    onFailure: (error) => logger.warn({ err: error }, 'last use of keys could not be written yet'),
  });
  const refusedKeys = createRefusedKeyRecorder({
    query: queryThrough(pools.operations),
    keyPrefix: environment.KEY_PREFIX,
    intervalMs: refusedPauseMs,
    onFailure: (error) => logger.warn({ err: error }, 'refused keys could not be written yet'),
  });
  const serviceKey = environment.SERVICE_KEY_SHA256;

  const guard: ApiKeyGuardOptions = {
    verify: createApiKeyVerifier({
      query: preparedThrough(pools.records, 'find-keys'),
      keyPrefix: environment.KEY_PREFIX,
      onUse: lastUsed.record,
    }),
    feature: 'recommender',
    brandIdOf: brand.id,
    onAccepted: (keyId) => requests.take(keyId),
    onRefused: ({ ip }, refused) => {
      refusedKeys.record(refused);
      return failedKeys.take(addressToCount(ip));
    },
    isServiceCredential: serviceKey === undefined ? undefined : createServiceCredential(serviceKey),
  };
  return {
    start: () => {
      lastUsed.start();
      refusedKeys.start();
    },
    stop: async () => {
      await Promise.all([lastUsed.stop(), refusedKeys.stop()]);
    },
    requireKey: requireApiKey(guard),
    keys: expectApiKey({ ...guard, recentKeys: new RecentKeys() }),
  };
}
