import { randomUUID } from 'node:crypto';
import type { ApiKeyExpectation } from '@callside/auth';
import { queryThrough } from '@callside/database';
import type { Logger, Metrics } from '@callside/service-kit';
import { type RequestHandler, Router } from 'express';
import type { ArmRankers, PastModels, Ranker } from '../models/index.ts';
import { type Pools, recordTimeoutMs } from '../pools.ts';
import { sizedArticleTypesOf } from '../ranking/index.ts';
import type { BrandInService, SnapshotSource } from '../shop/index.ts';
import { createExplainWhyNot } from './explain-why-not.ts';
import { HistoryRepository } from './histories.store.ts';
import { createPreviewRoutes } from './preview.routes.ts';
import { createPreviewOffers } from './preview-offers.ts';
import { createRecommendRoutes } from './recommend.routes.ts';
import { createRecommendMetrics } from './recommend-metrics.ts';
import { OfferRecommender } from './recommend-offers.ts';
import { RecommendationStore } from './recommendations.store.ts';
import { RecordReader } from './record-on-file.store.ts';
import { TurnQueue } from './turn-queue.ts';
import { createWhyNotRoutes } from './why-not.routes.ts';

interface Dependencies {
  pools: Pools;
  brand: BrandInService;
  snapshots: SnapshotSource;
  ranker: Ranker;
  arms: ArmRankers;
  pastModels: PastModels;
  sizedArticleTypes: readonly string[];
  keys: ApiKeyExpectation;
  requireKey: RequestHandler;
  /** For owners; null: there is no SESSION_SECRET. */
  requireSession: RequestHandler | null;
  /** Country of the brand, ISO 3166-1 alpha-2. Throws `unavailable` until the brand is known. */
  country: () => string;
  metrics: Metrics;
  logger: Logger;
}

/** About one second of work for a shop of ten thousand products. */
const mostRequestsWaiting = 1_000;
/** Short enough for the event loop, and long enough that several requests share their queries. */
const turnMs = 4;

interface Recommend {
  routes: Router;
  histories: HistoryRepository;
}

/** What makes offers: the histories of customers, the operation, and the record of what was offered. */
export function createRecommend(dependencies: Dependencies): Recommend {
  const { pools, brand, snapshots, ranker, arms, pastModels, sizedArticleTypes, keys, requireKey, country, logger } =
    dependencies;
  const metrics = createRecommendMetrics(dependencies.metrics, () => ranker.build());
  const brandId = brand.id;
  const { historyFailures: failures, batchSizes } = metrics;
  const histories = new HistoryRepository({ pool: pools.histories, brandId, failures, logger });
  const recommending = {
    snapshots,
    histories,
    ranker,
    arms,
    turns: new TurnQueue({ maxWaiting: mostRequestsWaiting, maxWaitMs: recordTimeoutMs, turnMs }),
    store: new RecommendationStore({ pool: pools.records, brandId, batchSizes }),
    sizedArticleTypes: sizedArticleTypesOf(sizedArticleTypes),
    newId: randomUUID,
    metrics,
    logger,
  };
  const recommender = new OfferRecommender(recommending);
  const preview = createPreviewOffers(recommending);
  const records = new RecordReader({ query: queryThrough(pools.operations), brandId });
  const explain = createExplainWhyNot({ ...recommending, records, pastModels });
  const routes = Router();
  routes.use(createRecommendRoutes({ keys, recommender, country }));
  routes.use(createPreviewRoutes({ requireSession: dependencies.requireSession, preview, country }));
  routes.use(createWhyNotRoutes({ requireKey, explain }));
  return { routes, histories };
}
