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
import { CallEventStore } from '../adapters/call-event-store.ts';
import { IntegrationStore } from '../adapters/integration-store.ts';
import { LeftBehindEventStore } from '../adapters/left-behind-event-store.ts';
import { RelayMarkStore } from '../adapters/relay-mark-store.ts';
import type { RepStateStore } from '../adapters/rep-state-store.ts';
import { requestBrand } from '../http/brand-of-host.ts';
import { CallEventRecorder } from '../use-cases/record-call-events.ts';
import { relayLeftBehind } from '../use-cases/relay-left-behind.ts';
import type { Announcement } from '../views/messages.ts';
import { createIntakeMetrics } from './intake-metrics.ts';
import type { Pools } from './pools.ts';
import type { RateLimits } from './rate-limits.ts';
import { regularTasks } from './regular-tasks.ts';

interface Dependencies {
  pools: Pools;
  keyPrefix: string;
  /** Encrypt the secrets of platforms, the newest first. */
  secretsKeys: readonly string[];
  limits: RateLimits;
  repStates: RepStateStore;
  relay: (announcement: Announcement) => number;
  onOpened: ConstructorParameters<typeof CallEventRecorder>[0]['onOpened'];
  logger: Logger;
  metrics: Metrics;
}

const sweepPauseMs = 1_000;
const lastUsedPauseMs = 5_000;

/** What records the events of diallers and relays them. */
export function createIntake({
  pools,
  keyPrefix,
  secretsKeys,
  limits,
  repStates,
  relay,
  onOpened,
  logger,
  metrics,
}: Dependencies) {
  const query = queryThrough(pools.lookUps);
  const marks = new RelayMarkStore({
    pool: pools.marks,
    onFailure: (error) =>
      logger.warn({ err: error }, 'events that were relayed could not be marked: they will be sent again'),
  });
  const lastUsed = createLastUsedRecorder({
    query,
    intervalMs: lastUsedPauseMs,
    onFailure: (error) => logger.warn({ err: error }, 'last use of keys could not be written yet'),
  });
  const leftBehind = new LeftBehindEventStore({ pool: pools.intake });
  const sweptEvents = metrics.counter(
    'relay_left_behind_total',
    'Events that a crash had left behind and that the sweep relayed.',
  );
  const sweepFailures = metrics.counter(
    'relay_left_behind_failures_total',
    'Failed attempts to relay an event that a crash had left behind.',
  );
  const onFailure = (eventId: string, error: unknown) => {
    sweepFailures.inc();
    logger.error({ err: error, event_row: eventId }, 'an event that a crash had left behind cannot be relayed yet');
  };

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
      repStates,
      relay,
      marks,
      onOpened,
      metrics: createIntakeMetrics(metrics),
      logger,
    }),

    tasks: regularTasks(logger, {
      'relay events that a crash left behind': {
        pauseMs: sweepPauseMs,
        run: async () => sweptEvents.inc(await relayLeftBehind({ leftBehind, repStates, relay, onFailure })),
      },
    }),

    start: () => lastUsed.start(),
    warmUp: () => store.warmUp(),

    async stop(): Promise<void> {
      await lastUsed.stop();
      await marks.stop();
    },
  };
}
