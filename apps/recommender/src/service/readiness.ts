import { isWritable, type Query } from '@callside/database';
import type { Readiness } from '@callside/service-kit';
import type { BrandInService } from '../adapters/brand-in-service.ts';
import type { HistoryRepository } from '../adapters/history-repository.ts';
import type { SnapshotSource } from '../adapters/snapshots/snapshot-source.ts';
import type { Ranker } from '../use-cases/ranker.ts';
import { readHealth } from '../use-cases/read-health.ts';

interface Dependencies {
  query: Query;
  brand: BrandInService;
  snapshots: SnapshotSource;
  ranker: Ranker;
  histories: HistoryRepository;
  /** Feature schema hash of the models that this service can use. */
  featureSchemaHash: string;
  stockStaleMinutes: number;
}

/** The body of `/health`. */
export function createReadiness({
  query,
  brand,
  snapshots,
  ranker,
  histories,
  featureSchemaHash,
  stockStaleMinutes,
}: Dependencies) {
  return async (): Promise<Readiness> => {
    const [canReachDatabase, canReadHistory] = await Promise.all([
      isWritable(query),
      brand.current !== null && histories.isAvailable(),
    ]);
    return readHealth({
      brand: brand.current?.slug ?? null,
      snapshot: snapshots.status(),
      model: ranker.status(),
      featureSchemaHash,
      canReadHistory,
      canReachDatabase,
      stockStaleMinutes,
      now: new Date(),
    });
  };
}
