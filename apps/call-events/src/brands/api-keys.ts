import {
  createApiKeyVerifier,
  createLastUsedRecorder,
  createRefusedKeyRecorder,
  expectApiKey,
  findExpiringKeys,
  RecentKeys,
  type RefusedKey,
  requireApiKey,
} from '@callside/auth';
import { queryThrough } from '@callside/database';
import { addressToCount, BackgroundTask, type Logger, type Metrics } from '@callside/service-kit';
import type { Request } from 'express';
import type { Pools } from '../pools.ts';
import type { RateLimits } from '../rate-limits.ts';
import type { Environment } from '../settings.ts';
import { requestBrand } from './brand-of-host.ts';

interface Dependencies {
  environment: Pick<Environment, 'KEY_PREFIX'>;
  pools: Pools;
  limits: RateLimits;
  logger: Logger;
  metrics: Metrics;
}

const lastUsedPauseMs = 5_000;
const refusedPauseMs = 1_000;
const expiringPauseMs = { counted: 60_000, unknown: 5_000 };

/** The API keys that requests present. */
export function createApiKeys({ environment, pools, limits, logger, metrics }: Dependencies) {
  const keyPrefix = environment.KEY_PREFIX;
  const query = queryThrough(pools.snapshots);
  const lastUsed = createLastUsedRecorder({
    query,
    intervalMs: lastUsedPauseMs,
    onFailure: (error) => logger.warn({ err: error }, 'last use of keys could not be written yet'),
  });
  const refusedKeys = createRefusedKeyRecorder({
    query,
    keyPrefix,
    intervalMs: refusedPauseMs,
    onFailure: (error) => logger.warn({ err: error }, 'refused keys could not be written yet'),
  });
  // Only after a key has failed: diallers do not retry a 429, and a pause would be lost.
  const countRefused = (request: Request) =>
    limits.failedKeys.take(`${requestBrand.of(request).id} ${addressToCount(request.ip)}`);
  const guard = {
    verify: createApiKeyVerifier({ query: queryThrough(pools.intake), keyPrefix, onUse: lastUsed.record }),
    brandIdOf: (request: Request) => requestBrand.of(request).id,
    onRefused: (request: Request, refused: RefusedKey) => {
      refusedKeys.record(refused);
      return countRefused(request);
    },
  };
  // It has its own queue: refused requests do not use the queue of webhooks.
  const verifyRefused = createApiKeyVerifier({ query, keyPrefix });
  const expiring = metrics.gauge(
    'api_keys_expiring',
    'API keys of all brands that are in use, expire within 14 days and have no successor.',
  );

  return {
    /** For the six webhooks: the transaction of the event confirms the key. */
    expected: expectApiKey({
      ...guard,
      feature: 'call-events',
      recentKeys: new RecentKeys(),
      onUse: lastUsed.record,
    }),
    require: requireApiKey({ ...guard, feature: 'call-events' }),
    /** For the servers that get tokens of their users. */
    requireForEmbedding: requireApiKey({ ...guard, feature: 'embed' }),
    /** Counts a signature that was refused like a key; throws `too_many_requests` above the limit. */
    countRefused,
    /** The id of the usable key of the brand that a refused request presents; null: none. */
    findIdOf: async (sent: { presented: string; brandId: string; address: string | undefined }) => {
      const verdict = await verifyRefused({ ...sent, feature: 'call-events' });
      return verdict.usable ? verdict.id : null;
    },
    tasks: [
      new BackgroundTask({
        name: 'count API keys that expire soon',
        pauseMs: (count?: number) => (count === undefined ? expiringPauseMs.unknown : expiringPauseMs.counted),
        run: async () => {
          const { length } = await findExpiringKeys(pools.background.prisma, new Date());
          expiring.set(length);
          return length;
        },
        logger,
      }),
    ],
    start: () => {
      lastUsed.start();
      refusedKeys.start();
    },
    stop: async () => {
      await Promise.all([lastUsed.stop(), refusedKeys.stop()]);
    },
  };
}

export type ApiKeys = ReturnType<typeof createApiKeys>;
