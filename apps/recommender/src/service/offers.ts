import { randomUUID } from 'node:crypto';
import type { Logger } from '@callside/service-kit';
import type { BrandInService } from '../adapters/brand-in-service.ts';
import { HistoryRepository } from '../adapters/history-repository.ts';
import { RecommendationStore } from '../adapters/recommendation-store.ts';
import type { SnapshotSource } from '../adapters/snapshots/snapshot-source.ts';
import { sizedArticleTypesOf } from '../domain/eligibility.ts';
import type { RecommenderMetrics } from '../recommender-metrics.ts';
import { TurnQueue } from '../turn-queue.ts';
import type { Ranker } from '../use-cases/ranker.ts';
import { OfferRecommender } from '../use-cases/recommend-offers.ts';
import { type Pools, recordTimeoutMs } from './pools.ts';

interface Dependencies {
  pools: Pools;
  brand: BrandInService;
  snapshots: SnapshotSource;
  ranker: Ranker;
  sizedArticleTypes: readonly string[];
  metrics: RecommenderMetrics;
  logger: Logger;
}

/** About one second of work for a shop of ten thousand products. */
const mostRequestsWaiting = 1_000;
/** Short enough for the event loop, and long enough that several requests share their queries. */
const turnMs = 4;

/** What makes offers: the histories of customers, the use case, and the record of what was offered. */
export function createOffers({ pools, brand, snapshots, ranker, sizedArticleTypes, metrics, logger }: Dependencies) {
  const brandId = brand.id;
  const { historyFailures: failures, batchSizes } = metrics;
  const histories = new HistoryRepository({ pool: pools.histories, brandId, failures, logger });
  const recommender = new OfferRecommender({
    snapshots,
    histories,
    ranker,
    turns: new TurnQueue({ maxWaiting: mostRequestsWaiting, maxWaitMs: recordTimeoutMs, turnMs }),
    store: new RecommendationStore({ pool: pools.records, brandId, batchSizes }),
    sizedArticleTypes: sizedArticleTypesOf(sizedArticleTypes),
    newId: randomUUID,
    metrics,
    logger,
  });
  return { histories, recommender };
}
