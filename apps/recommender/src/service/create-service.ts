import { randomUUID } from 'node:crypto';
import { createRequire } from 'node:module';
import { setTimeout as pause } from 'node:timers/promises';
import { queryThrough } from '@callside/database';
import { createRecommenderOpenApiDocument } from '@callside/schemas/documents';
import {
  BackgroundTask,
  createExpressServer,
  failedKeysPerMinute,
  type Service,
  type ServiceOptions,
} from '@callside/service-kit';
import { BrandInService, brandNotKnown } from '../adapters/brand-in-service.ts';
import { findServedBrand } from '../adapters/brand-lookup.ts';
import { PurchaseStore } from '../adapters/purchase-store.ts';
import { applyRetention } from '../adapters/retention.ts';
import { SnapshotSource } from '../adapters/snapshots/snapshot-source.ts';
import { VoidStore } from '../adapters/void-store.ts';
import { createApp } from '../app.ts';
import type { Environment } from '../env.ts';
import { featureSchemaFor } from '../models/feature-schema.ts';
import { createRecommenderMetrics } from '../recommender-metrics.ts';
import type { Ranker } from '../use-cases/ranker.ts';
import { PurchaseRecorder } from '../use-cases/record-purchase.ts';
import { PurchaseVoider } from '../use-cases/void-purchase.ts';
import { createAccess } from './access.ts';
import { createModels } from './models.ts';
import { createOffers } from './offers.ts';
import { createPools } from './pools.ts';
import { createRanker } from './ranker.ts';
import { createReadiness } from './readiness.ts';
import { createShops } from './shops.ts';

const { version } = createRequire(import.meta.url)('@callside/recommender/package.json') as { version: string };

interface RecommenderOptions extends ServiceOptions {
  /** Replaces the models in ARTIFACT_DIR and the bundled one. */
  ranker?: Ranker;
  /** Deliveries of shops without a valid signature that are answered, from an address. */
  unsignedPerMinute?: number;
}

/** A large catalogue continues to load after this time. */
const readyBeforeListeningMs = 5_000;
/** Pause after a run that deleted rows (busy), and after a run that deleted none (idle). */
const retentionPauseMs = { busy: 50, idle: 10_000 };

/** Builds the service from its settings. */
export function createService(environment: Environment, options: RecommenderOptions): Service {
  const { logger, isDraining, unsignedPerMinute = failedKeysPerMinute } = options;
  const { DATABASE_URL: url, PUBLIC_URL: serverUrl } = environment;
  const pools = createPools({ url, logger });
  const query = queryThrough(pools.operations);
  const brand = new BrandInService({ find: () => findServedBrand(query, environment.BRAND), logger });
  const snapshots = new SnapshotSource({
    databaseUrl: url,
    brandId: brand.id,
    stockRefreshSeconds: environment.STOCK_REFRESH_SECONDS,
    logger,
  });
  const featureSchema = featureSchemaFor(environment.SIZED_ARTICLE_TYPES);
  const ranker = options.ranker ?? createRanker({ directory: environment.ARTIFACT_DIR, brand, featureSchema, logger });
  const metrics = createRecommenderMetrics(options.metrics, {
    snapshots,
    build: () => ranker.build(),
    now: () => new Date(),
  });
  const access = createAccess({ environment, pools, brand, logger });
  const { histories, recommender } = createOffers({
    pools,
    brand,
    snapshots,
    ranker,
    sizedArticleTypes: environment.SIZED_ARTICLE_TYPES,
    metrics,
    logger,
  });
  const recorder = new PurchaseRecorder({
    store: new PurchaseStore({ pool: pools.purchases, brandId: brand.id }),
    newId: randomUUID,
    metrics,
  });
  const voider = new PurchaseVoider({ store: new VoidStore({ pool: pools.purchases, brandId: brand.id }), metrics });
  const models = createModels({ environment, pools, brand, ranker });
  const shops = createShops({ environment, unsignedPerMinute, pools, brand, metrics, logger });
  const app = createApp({
    logger,
    metrics: options.metrics,
    metricsAccess: environment,
    trustProxy: environment.TRUST_PROXY,
    openApiDocument: () => createRecommenderOpenApiDocument({ version, ...(serverUrl !== undefined && { serverUrl }) }),
    requireKey: access.requireKey,
    keys: access.keys,
    requireSession: models.requireSession,
    models: models.models,
    shops: shops.shops,
    recommender,
    recorder,
    voider,
    country: () => countryOf(snapshots),
    isDraining,
    isReady: createReadiness({
      query,
      brand,
      snapshots,
      ranker,
      histories,
      featureSchemaHash: featureSchema.hash,
      stockStaleMinutes: environment.STOCK_STALE_MINUTES,
    }),
  });
  const retention = new BackgroundTask({
    name: 'apply retention',
    pauseMs: (rows = 0) => (rows > 0 ? retentionPauseMs.busy : retentionPauseMs.idle),
    run: async () => (brand.current === null ? 0 : applyRetention(pools.retention.prisma, brand.current.id)),
    logger,
  });

  return {
    server: createExpressServer(app),
    /** A service should be able to make offers when it listens. It does not wait for this while the database is unavailable. */
    start: async () => {
      access.start();
      retention.start();
      shops.start();
      const problem = await brand.start();
      const started = brand.known
        .then(() => Promise.all([snapshots.start(), ranker.start()]))
        .catch((error: unknown) => logger.error({ err: error }, 'a part of the service did not start'));
      if (brand.current !== null) {
        await Promise.race([started, pause(readyBeforeListeningMs, undefined, { ref: false })]);
      }
      return problem;
    },
    close: async () => {
      await retention.stop();
      await brand.stop();
      await recommender.settled();
      await Promise.all([snapshots.stop(), ranker.stop(), access.stop()]);
      await models.close();
      await shops.close();
      await pools.close();
    },
  };
}

function countryOf(snapshots: SnapshotSource): string {
  const brand = snapshots.brand();
  if (brand !== null) return brand.country;
  throw brandNotKnown();
}
