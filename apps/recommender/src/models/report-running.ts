import { randomUUID } from 'node:crypto';
import type { Query } from '@callside/database';
import { BackgroundTask, type Logger } from '@callside/service-kit';
import type { FeatureSchema } from '../ranking/index.ts';
import type { BrandInService } from '../shop/index.ts';
import type { Ranker } from './ranker.ts';
import { forgetRunning, recordRunning } from './running-recommenders.store.ts';

interface Dependencies {
  query: Query;
  brand: BrandInService;
  ranker: Pick<Ranker, 'status'>;
  featureSchema: FeatureSchema;
  logger: Logger;
}

const reportEveryMs = 5_000;

/** Says in the database which features this process computes and which model it serves, so that `callside model` knows what can be served. */
export function reportRunning({ query, brand, ranker, featureSchema, logger }: Dependencies) {
  const id = randomUUID();
  const task = new BackgroundTask({
    name: 'report the model in service',
    pauseMs: () => reportEveryMs,
    run: async () => {
      if (brand.current === null) return;
      const { artifactVersion, problem } = ranker.status();
      const { hash: featureSchemaHash, sizedArticleTypes } = featureSchema;
      const running = { featureSchemaHash, sizedArticleTypes, artifactVersion, problem };
      await recordRunning(query, { id, brandId: brand.current.id, ...running });
    },
    logger,
  });
  return {
    start: () => {
      task.start();
      task.hurry();
    },
    stop: async () => {
      await task.stop();
      await forgetRunning(query, id).catch((error: unknown) =>
        logger.warn({ err: error }, 'this end is not on record'),
      );
    },
  };
}
