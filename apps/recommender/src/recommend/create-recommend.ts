import { randomUUID } from 'node:crypto';
import type { ApiKeyExpectation } from '@callside/auth';
import type { Logger, Metrics } from '@callside/service-kit';
import type { Router } from 'express';
import type { ArmRankers, Ranker } from '../models/index.ts';
import { type Pools, recordTimeoutMs } from '../pools.ts';
import { sizedArticleTypesOf } from '../ranking/index.ts';
import type { BrandInService, SnapshotSource } from '../shop/index.ts';
import { HistoryRepository } from './histories.store.ts';
import { createRecommendRoutes } from './recommend.routes.ts';
import { createRecommendMetrics } from './recommend-metrics.ts';
import { OfferRecommender } from './recommend-offers.ts';
import { RecommendationStore } from './recommendations.store.ts';
import { TurnQueue } from './turn-queue.ts';

interface Dependencies {
  pools: Pools;
  brand: BrandInService;
  snapshots: SnapshotSource;
  ranker: Ranker;
  arms: ArmRankers;
  sizedArticleTypes: readonly string[];
  keys: ApiKeyExpectation;
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
  /** Resolves when the recommendations that are being recorded are on file. */
  settled: () => Promise<void>;
}

/** What makes offers: the histories of customers, the operation, and the record of what was offered. */
export function createRecommend(dependencies: Dependencies): Recommend {
  const { pools, brand, snapshots, ranker, arms, sizedArticleTypes, keys, country, logger } = dependencies;
  const metrics = createRecommendMetrics(dependencies.metrics, () => ranker.build());
  const brandId = brand.id;
  const { historyFailures: failures, batchSizes } = metrics;
  const histories = new HistoryRepository({ pool: pools.histories, brandId, failures, logger });
  const recommender = new OfferRecommender({
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
  });
  return {
    routes: createRecommendRoutes({ keys, recommender, country }),
    histories,
    settled: () => recommender.settled(),
  };
}
