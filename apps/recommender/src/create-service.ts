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
import { createAccess } from './access.ts';
import { createApp } from './app.ts';
import { ArmRankers, createModels, createRanker, createRankerOf, PastModels, type Ranker } from './models/index.ts';
import { createPools } from './pools.ts';
import { createPurchases } from './purchases/index.ts';
import { featureSchemaFor } from './ranking/index.ts';
import { createReadiness } from './readiness.ts';
import { applyRetention, createRecommend } from './recommend/index.ts';
import type { Environment } from './settings.ts';
import {
  BrandInService,
  brandNotKnown,
  createShopDeliveries,
  createShopMetrics,
  findServedBrand,
  SnapshotSource,
} from './shop/index.ts';

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
  const featureSchema = featureSchemaFor(environment.SIZED_ARTICLE_TYPES);
  const ofRanker = { directory: environment.ARTIFACT_DIR, brand, featureSchema, logger };
  const ranker = options.ranker ?? createRanker(ofRanker);
  const arms = new ArmRankers((model) => createRankerOf(model, ofRanker));
  const snapshots = new SnapshotSource({
    databaseUrl: url,
    brandId: brand.id,
    stockRefreshSeconds: environment.STOCK_REFRESH_SECONDS,
    logger,
    onExperiment: (experiment) => arms.follow(experiment),
  });
  const { metrics } = options;
  const shopMetrics = createShopMetrics(metrics, { status: () => snapshots.status(), now: () => new Date() });
  const access = createAccess({ environment, pools, brand, logger });
  const country = () => countryOf(snapshots);
  const models = createModels({ environment, pools, brand, ranker, metrics, logger });
  const recommend = createRecommend({
    pools,
    brand,
    snapshots,
    ranker,
    arms,
    pastModels: new PastModels({ ...ofRanker, inService: ranker }),
    sizedArticleTypes: environment.SIZED_ARTICLE_TYPES,
    keys: access.keys,
    requireKey: access.requireKey,
    requireSession: models.requireSession,
    country,
    metrics,
    logger,
  });
  const purchases = createPurchases({ pools, brand, requireKey: access.requireKey, country, metrics });
  const deliveries = createShopDeliveries({
    environment,
    unsignedPerMinute,
    pools,
    brand,
    metrics: shopMetrics,
    logger,
  });
  const app = createApp({
    logger,
    metrics,
    metricsAccess: environment,
    trustProxy: environment.TRUST_PROXY,
    openApiDocument: () => createRecommenderOpenApiDocument({ version, ...(serverUrl !== undefined && { serverUrl }) }),
    recommend: recommend.routes,
    purchases: purchases.routes,
    models: models.routes,
    shop: deliveries.routes,
    isDraining,
    isReady: createReadiness({
      query,
      brand,
      snapshots,
      ranker,
      arms,
      histories: recommend.histories,
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
      deliveries.start();
      const problem = await brand.start();
      const started = brand.known
        .then(() => Promise.all([snapshots.start(), ranker.start()]))
        .then(() => models.start())
        .catch((error: unknown) => logger.error({ err: error }, 'a part of the service did not start'));
      if (brand.current !== null) {
        await Promise.race([started, pause(readyBeforeListeningMs, undefined, { ref: false })]);
      }
      return problem;
    },
    close: async () => {
      await retention.stop();
      await brand.stop();
      await Promise.all([snapshots.stop(), ranker.stop(), arms.stop(), access.stop()]);
      await models.close();
      await deliveries.close();
      await pools.close();
    },
  };
}

function countryOf(snapshots: SnapshotSource): string {
  const brand = snapshots.brand();
  if (brand !== null) return brand.country;
  throw brandNotKnown();
}
