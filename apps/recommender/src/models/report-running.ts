import { randomUUID } from 'node:crypto';
import type { Query } from '@callside/database';
import type { ModelWork } from '@callside/schemas';
import { BackgroundTask, type Logger } from '@callside/service-kit';
import type { FeatureSchema } from '../ranking/index.ts';
import type { BrandInService } from '../shop/index.ts';
import type { Ranker } from './ranker.ts';
import { findWorkOfOthers, forgetRunning, recordRunning } from './running-recommenders.store.ts';

interface Dependencies {
  query: Query;
  brand: BrandInService;
  ranker: Pick<Ranker, 'status'>;
  featureSchema: FeatureSchema;
  logger: Logger;
}

const reportEveryMs = 5_000;

/**
 * Says in the database which features this process computes and which model it serves, so that `callside model` knows what can be served,
 * and which model it trains or measures, so that the other recommenders of the brand show it and begin nothing.
 */
export function reportRunning({ query, brand, ranker, featureSchema, logger }: Dependencies) {
  const id = randomUUID();
  let work: ModelWork | null = null;
  const write = async () => {
    if (brand.current === null) return;
    const { artifactVersion, problem } = ranker.status();
    const { hash: featureSchemaHash, sizedArticleTypes } = featureSchema;
    const running = { featureSchemaHash, sizedArticleTypes, artifactVersion, problem, work };
    await recordRunning(query, { id, brandId: brand.current.id, ...running });
  };
  let last = Promise.resolve();
  /** One after the other: an older state never takes the place of a newer one. */
  const report = () => {
    last = last.catch(() => {}).then(write);
    return last;
  };
  const task = new BackgroundTask({
    name: 'report the model in service',
    pauseMs: () => reportEveryMs,
    run: report,
    logger,
  });
  return {
    showWork: (shown: ModelWork | null) => {
      work = shown;
      task.hurry();
    },
    /** Resolves when the other recommenders can read what is shown. */
    report,
    workOfOthers: () => findWorkOfOthers(query, id, brand.id()),
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
