import { createHash, randomUUID } from 'node:crypto';
import { createRequire } from 'node:module';
import { setTimeout as pause } from 'node:timers/promises';
import { createApiKeyVerifier, createLastUsedRecorder, createServiceCredential, requireApiKey } from '@callside/auth';
import { createDatabase, createPool, queryThrough } from '@callside/database';
import { createRecommenderOpenApiDocument } from '@callside/schemas';
import {
  addressToCount,
  BackgroundTask,
  createExpressServer,
  createNaturalBatcher,
  createRateLimit,
  type Service,
  type ServiceOptions,
} from '@callside/service-kit';
import { createArtifactFinder, createBundledFinder } from './adapters/artifact-finder.ts';
import { BrandInService } from './adapters/brand-in-service.ts';
import { findServedBrand, type ServedBrand } from './adapters/brand-lookup.ts';
import { createHistoryRepository } from './adapters/history-repository.ts';
import { createHistorySource } from './adapters/history-source.ts';
import { createRanker } from './adapters/onnx-ranker.ts';
import { createPurchaseStore } from './adapters/purchase-store.ts';
import { createRecommendationStore } from './adapters/recommendation-store.ts';
import { createRetention } from './adapters/retention.ts';
import { SnapshotSource } from './adapters/snapshots/snapshot-source.ts';
import { createApp } from './app.ts';
import { atMostEvery } from './at-most-every.ts';
import { sizedArticleTypesOf } from './domain/eligibility.ts';
import { featureNames, featureSchema } from './domain/feature-registry.ts';
import type { RankingSnapshot } from './domain/ranking-snapshot.ts';
import type { Environment } from './env.ts';
import { createRecommenderMetrics } from './recommender-metrics.ts';
import { createTurnQueue } from './turn-queue.ts';
import { createReadHealth, type ModelStatus, type SnapshotStatus } from './use-cases/read-health.ts';
import { createRecommendOffers, type Score } from './use-cases/recommend-offers.ts';
import { createRecordPurchase } from './use-cases/record-purchase.ts';

const { version } = createRequire(import.meta.url)('@callside/recommender/package.json') as { version: string };

/** A part with a start and a stop. */
interface Running {
  start: () => Promise<void>;
  stop: () => Promise<void>;
}

export interface SnapshotsInService extends Running {
  /** Null until a catalogue has been loaded. */
  current: () => RankingSnapshot | null;
  /** The brand's calendar day, as days since 1970-01-01. */
  today: () => number;
  status: () => SnapshotStatus;
}

export interface RankerInService extends Running {
  score: Score;
  status: () => ModelStatus;
}

interface RecommenderOptions extends ServiceOptions {
  /** Replaces the models in ARTIFACT_DIR and the bundled one. */
  createRankerFor?: (brand: ServedBrand) => RankerInService;
}

/**
 * These statements look rows up by key. Without these settings, a plan made while the tables are small or their
 * statistics are old can scan whole tables until the connection closes.
 */
const lookUpPlans = {
  plan_cache_mode: 'force_generic_plan',
  enable_seqscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
};

// Callers time out after 3 seconds. When the database hangs, they get an error before that.
const recordTimeoutMs = 2_000;
const historyTimeoutMs = 300;
const operationsTimeoutMs = 1_000;
/** About one second of work for a shop of ten thousand products. */
const mostRequestsWaiting = 1_000;
/** Pause after a run that deleted rows (busy), and after a run that deleted none (idle). */
const retentionPauseMs = { busy: 50, idle: 10_000 };
const readyBeforeListeningMs = 5_000;
/** Metrics count every failure. The log describes at most one in this time. */
const failureLogMs = 5_000;
const noModel: ModelStatus = {
  artifactVersion: 'none',
  origin: 'none',
  trainedAt: null,
  problem: 'no model is loaded yet',
};
const nothingLoaded: SnapshotStatus = {
  catalogVersion: null,
  items: 0,
  loadedAt: null,
  itemsInStock: 0,
  stockRefreshedAt: null,
  stockImportedAt: null,
  orders: null,
  problem: null,
};

/** Builds the service from its settings. Parts that depend on the brand start after the database returned the brand. */
export function createService(environment: Environment, options: RecommenderOptions): Service {
  const { logger, metrics, isDraining } = options;
  const url = environment.DATABASE_URL;
  const onConnectionLost = (error: Error) => logger.warn({ err: error }, 'a database connection was lost');
  const recording = {
    url,
    statementTimeoutMs: recordTimeoutMs,
    onConnectionLost,
    // Overrides the server's default: a response is sent only after its rows are on disk.
    settings: { ...lookUpPlans, synchronous_commit: 'on' },
    pipeline: true,
  };
  const records = createPool({ ...recording, maxConnections: 6, applicationName: 'recommender records' });
  // A separate pool: confirmations that wait for each other never take a connection from offers.
  const purchases = createPool({ ...recording, maxConnections: 4, applicationName: 'recommender purchases' });
  const histories = createPool({
    url,
    maxConnections: 4,
    applicationName: 'recommender histories',
    connectionTimeoutMs: historyTimeoutMs,
    statementTimeoutMs: historyTimeoutMs,
    onConnectionLost,
    settings: lookUpPlans,
  });
  const operations = createPool({
    url,
    maxConnections: 2,
    applicationName: 'recommender operations',
    statementTimeoutMs: operationsTimeoutMs,
    onConnectionLost,
  });
  const operationsQuery = queryThrough(operations);
  const housekeeping = createDatabase({
    url,
    maxConnections: 1,
    applicationName: 'recommender retention',
    onConnectionLost,
    settings: lookUpPlans,
  });
  const featureSchemaHash = createHash('sha256').update(featureSchema).digest('hex');

  let snapshots: SnapshotsInService | null = null;
  let ranker: RankerInService | null = null;
  let partsStarted = Promise.resolve();
  const createRankerFor =
    options.createRankerFor ??
    (({ slug, deployment }: ServedBrand) =>
      createRanker({
        findArtifact: createArtifactFinder({ directory: environment.ARTIFACT_DIR, brand: slug, deployment }),
        findBundled: createBundledFinder(),
        featureSchemaHash,
        featureNames,
        logger,
      }));
  const brand = new BrandInService({
    find: () => findServedBrand(operationsQuery, environment.BRAND),
    onFound: (found) => {
      snapshots = new SnapshotSource({
        databaseUrl: url,
        brandId: found.id,
        stockRefreshSeconds: environment.STOCK_REFRESH_SECONDS,
        logger,
      });
      ranker = createRankerFor(found);
      const starts = [snapshots, ranker].map((running) => running.start());
      partsStarted = Promise.all(starts).then(
        () => undefined,
        (error: unknown) => logger.error({ err: error }, 'a part of the service did not start'),
      );
    },
    logger,
  });
  const snapshotStatus = () => snapshots?.status() ?? nothingLoaded;
  const modelStatus = () => ranker?.status() ?? noModel;

  const measured = createRecommenderMetrics(metrics, { snapshotStatus, now: () => new Date() });
  const logHistoryFailure = atMostEvery(failureLogMs, (error: unknown) =>
    logger.warn({ err: error }, 'a history could not be read in time'),
  );
  const logModelFailure = atMostEvery(failureLogMs, (error: unknown) =>
    logger.warn({ err: error }, 'the model did not rank: the order before ranking serves'),
  );
  const history = createHistorySource({
    find: createHistoryRepository({ pool: histories, brandId: brand.id }),
    onFailure: (error) => {
      measured.onHistoryFailure();
      logHistoryFailure(error);
    },
  });
  const recommendOffers = createRecommendOffers({
    currentSnapshot: () => snapshots?.current() ?? null,
    findHistory: history.find,
    ranker: {
      score: (features, rowCount) =>
        ranker?.score(features, rowCount) ?? Promise.reject(new Error('no model is loaded')),
      build: () => ({ artifactVersion: modelStatus().artifactVersion, featureSchemaHash }),
    },
    onModelFailure: (error) => {
      measured.onModelFailure();
      logModelFailure(error);
    },
    inTurn: createTurnQueue({ maxWaiting: mostRequestsWaiting, maxWaitMs: recordTimeoutMs }),
    record: createRecommendationStore({ pool: records, brandId: brand.id, onBatch: measured.onBatch }),
    sizedArticleTypes: sizedArticleTypesOf(environment.SIZED_ARTICLE_TYPES),
    newId: randomUUID,
    today: () => snapshots?.today() ?? 0,
    time: measured.time,
    onPrepared: measured.onPrepared,
  });
  const recordPurchase = createRecordPurchase({
    confirm: createPurchaseStore({ pool: purchases, brandId: brand.id }),
    newId: randomUUID,
  });

  const ping = createNaturalBatcher<null, void>({
    maxItems: 10_000,
    maxWaitMs: operationsTimeoutMs,
    run: async (askers) => {
      await operationsQuery('SELECT 1');
      return askers.map(() => undefined);
    },
  });
  const readHealth = createReadHealth({
    brand: () => brand.current?.slug ?? null,
    snapshotStatus,
    modelStatus,
    featureSchemaHash,
    canReadHistory: async () => brand.current !== null && history.isAvailable(),
    canReachDatabase: () =>
      ping(null).then(
        () => true,
        () => false,
      ),
    stockStaleMinutes: environment.STOCK_STALE_MINUTES,
    now: () => new Date(),
  });

  const lastUsed = createLastUsedRecorder({
    query: operationsQuery,
    intervalMs: 5_000,
    onFailure: (error) => logger.warn({ err: error }, 'last use of keys could not be written yet'),
  });
  const requestLimit = createRateLimit({ name: 'requests', perMinute: environment.RATE_LIMIT_REQUESTS_PER_MINUTE });
  const failedKeyLimit = createRateLimit({
    name: 'failed-keys',
    perMinute: environment.RATE_LIMIT_FAILED_KEYS_PER_MINUTE,
  });
  const serviceKey = environment.SERVICE_KEY_SHA256;
  const app = createApp({
    logger,
    metrics,
    metricsAccess: environment,
    trustProxy: environment.TRUST_PROXY,
    openApiDocument: createRecommenderOpenApiDocument({
      version,
      ...(environment.PUBLIC_URL !== undefined && { serverUrl: environment.PUBLIC_URL }),
    }),
    requireKey: requireApiKey({
      verify: createApiKeyVerifier({
        query: queryThrough(records),
        keyPrefix: environment.KEY_PREFIX,
        onUse: lastUsed.record,
      }),
      feature: 'recommender',
      brandIdOf: brand.id,
      onAccepted: (keyId) => requestLimit.take(keyId),
      onRefused: ({ ip }) => failedKeyLimit.take(addressToCount(ip)),
      isServiceCredential: serviceKey === undefined ? undefined : createServiceCredential(serviceKey),
    }),
    recommendOffers: measured.countRecommendations(recommendOffers),
    recordPurchase: measured.countPurchases(recordPurchase),
    isDraining,
    isReady: async () => {
      const { canServe, isDegraded, sections } = await readHealth();
      return { ok: canServe, degraded: isDegraded, sections };
    },
  });
  const applyRetention = createRetention({ prisma: housekeeping.prisma, brandId: () => brand.current?.id ?? null });
  const retention = new BackgroundTask({
    name: 'apply retention',
    pauseMs: (rows = 0) => (rows > 0 ? retentionPauseMs.busy : retentionPauseMs.idle),
    run: applyRetention,
    logger,
  });
  lastUsed.start();
  retention.start();

  return {
    server: createExpressServer(app, { requireHostHeader: false }),
    start: async () => {
      const problem = await brand.start();
      // A service that listens should have offers, so wait up to 5 seconds. A large catalogue continues to load afterwards.
      if (problem === null)
        await Promise.race([partsStarted, pause(readyBeforeListeningMs, undefined, { ref: false })]);
      return problem;
    },
    close: async () => {
      await retention.stop();
      await brand.stop();
      await Promise.all([snapshots?.stop(), ranker?.stop(), lastUsed.stop()]);
      await Promise.all([records.end(), purchases.end(), histories.end(), operations.end(), housekeeping.close()]);
    },
  };
}
