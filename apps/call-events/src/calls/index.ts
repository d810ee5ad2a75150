import {
  createApiKeyVerifier,
  createLastUsedRecorder,
  createSecretBox,
  expectApiKey,
  RecentKeys,
  requireApiKey,
} from '@callside/auth';
import { queryThrough } from '@callside/database';
import { addressToCount, type Logger, type Metrics } from '@callside/service-kit';
import type { Request } from 'express';
import { requestBrand } from '../brands/brand-of-host.ts';
import type { Delivery } from '../delivery/index.ts';
import { IntegrationStore } from '../platforms/integrations.store.ts';
import type { Pools } from '../pools.ts';
import type { RateLimits } from '../rate-limits.ts';
import { CallEventStore } from './calls.store.ts';
import { createIntakeMetrics } from './intake-metrics.ts';
import { CallEventRecorder } from './record-events.ts';
import { reportReusedId } from './report-reused-id.ts';
import { createReusedIdStore } from './reused-ids.store.ts';

interface Dependencies {
  pools: Pools;
  keyPrefix: string;
  /** Encrypt the secrets of platforms, the newest first. */
  secretsKeys: readonly string[];
  limits: RateLimits;
  delivery: Delivery;
  onOpened: ConstructorParameters<typeof CallEventRecorder>[0]['onOpened'];
  logger: Logger;
  metrics: Metrics;
}

const lastUsedPauseMs = 5_000;

/** What records the events of diallers and relays them. */
export function createIntake({
  pools,
  keyPrefix,
  secretsKeys,
  limits,
  delivery,
  onOpened,
  logger,
  metrics,
}: Dependencies) {
  const query = queryThrough(pools.lookUps);
  const lastUsed = createLastUsedRecorder({
    query,
    intervalMs: lastUsedPauseMs,
    onFailure: (error) => logger.warn({ err: error }, 'last use of keys could not be written yet'),
  });
  const guard = {
    verify: createApiKeyVerifier({ query: queryThrough(pools.intake), keyPrefix, onUse: lastUsed.record }),
    brandIdOf: (request: Request) => requestBrand.of(request).id,
    // Only after a key has failed: diallers do not retry a 429, and a pause would be lost.
    onRefused: (request: Request) =>
      limits.failedKeys.take(`${requestBrand.of(request).id} ${addressToCount(request.ip)}`),
  };

  const integrations = new IntegrationStore({
    query: queryThrough(pools.intake),
    box: createSecretBox({ secrets: secretsKeys }),
    now: () => performance.now(),
  });

  const store = new CallEventStore({ pool: pools.intake, lanes: pools.lanes });
  const intakeMetrics = createIntakeMetrics(metrics);
  const mark = createReusedIdStore({ pool: pools.lookUps });
  // It has its own queue: refused requests do not use the queue of webhooks.
  const verifyRefused = createApiKeyVerifier({ query, keyPrefix });

  return {
    findKeyOf: async (sent: { presented: string; brandId: string; address: string | undefined }) => {
      const verdict = await verifyRefused({ ...sent, feature: 'call-events' });
      return verdict.usable ? verdict.id : null;
    },
    requireKey: requireApiKey({ ...guard, feature: 'call-events' }),
    /** The recorder confirms them in the transaction of the event. */
    keys: expectApiKey({ ...guard, feature: 'call-events', recentKeys: new RecentKeys(), onUse: lastUsed.record }),
    onBadSignature: guard.onRefused,
    findIntegration: (brandId: string, platform: string) => integrations.find(brandId, platform),
    /** For the servers that get tokens of their users: a key may ask as often as a user may read. */
    requireEmbedKey: requireApiKey({ ...guard, feature: 'embed', onAccepted: (id) => limits.reads.take(`key ${id}`) }),

    recorder: new CallEventRecorder({
      store,
      delivery,
      onOpened,
      onReusedId: (first, later) => reportReusedId(first, later, { count: intakeMetrics.countReusedId, mark, logger }),
      metrics: intakeMetrics,
      logger,
    }),

    start: () => lastUsed.start(),
    warmUp: () => store.warmUp(),

    stop: () => lastUsed.stop(),
  };
}
