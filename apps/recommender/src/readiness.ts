import { isWritable, type Query } from '@callside/database';
import type { Readiness } from '@callside/service-kit';
import type { ArmRankers, Ranker } from './models/index.ts';
import { readHealth } from './read-health.ts';
import type { HistoryRepository } from './recommend/index.ts';
import type { BrandInService, SnapshotSource } from './shop/index.ts';

interface Dependencies {
  query: Query;
  brand: BrandInService;
  snapshots: SnapshotSource;
  ranker: Ranker;
  arms: ArmRankers;
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
  arms,
  histories,
  featureSchemaHash,
  stockStaleMinutes,
}: Dependencies) {
  return async (): Promise<Readiness> => {
    const [canReachDatabase, canReadHistory] = await Promise.all([
      isWritable(query),
      brand.current !== null && histories.isAvailable(),
    ]);
    const model = ranker.status();
    return readHealth({
      brand: brand.current?.slug ?? null,
      snapshot: snapshots.status(),
      model: { ...model, problem: model.problem ?? arms.problem() },
      featureSchemaHash,
      canReadHistory,
      canReachDatabase,
      stockStaleMinutes,
      now: new Date(),
    });
  };
}
