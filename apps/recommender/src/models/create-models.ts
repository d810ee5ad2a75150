import { appendToAuditLog, createSessionTokens, requireSession } from '@callside/auth';
import { createDatabase, queryThrough } from '@callside/database';
import type { Logger, Metrics } from '@callside/service-kit';
import type { RequestHandler, Router } from 'express';
import type { Pools } from '../pools.ts';
import { featureSchemaFor } from '../ranking/index.ts';
import type { Environment } from '../settings.ts';
import type { BrandInService } from '../shop/index.ts';
import { ModelAdministration } from './administer-models.ts';
import { readBundledManifest } from './artifact-finder.ts';
import { ArtifactStore } from './artifact-store.ts';
import { createChangeOnRecord } from './change-on-record.store.ts';
import { problemOfFeatures } from './load-model.ts';
import type { ModelOperation } from './model-operation.ts';
import { ModelThread } from './model-thread.ts';
import { createModelsRoutes } from './models.routes.ts';
import { findActiveUser } from './owners.store.ts';
import type { Ranker } from './ranker.ts';
import { reportRunning } from './report-running.ts';

interface Dependencies {
  environment: Environment;
  pools: Pools;
  brand: BrandInService;
  ranker: Ranker;
  metrics: Metrics;
  logger: Logger;
}

interface Models {
  routes: Router;
  /** Passes users of the brand with a session token of the audience `recommender`. Null: there is no SESSION_SECRET. */
  requireSession: RequestHandler | null;
  start: () => void;
  close: () => Promise<void>;
}

/** The administration of models by owners, and the report on the one in service. */
export function createModels({ environment, pools, brand, ranker, metrics, logger }: Dependencies): Models {
  const { ARTIFACT_DIR: artifactDirectory, DATABASE_URL: databaseUrl, SESSION_SECRET: secrets } = environment;
  const query = queryThrough(pools.operations);
  // One connection holds the lock, the other commits the audit entry. Neither is open unless a model is changed.
  const changes = createDatabase({ url: databaseUrl, maxConnections: 2, applicationName: 'recommender changes' });
  const featureSchema = featureSchemaFor(environment.SIZED_ARTICLE_TYPES);
  const running = reportRunning({ query, brand, ranker, featureSchema, logger });
  const taskOf = (operation: ModelOperation) => ({
    databaseUrl,
    artifactDirectory,
    deployment: brand.served.deployment,
    sizedArticleTypes: environment.SIZED_ARTICLE_TYPES,
    brand: brand.served,
    operation,
  });
  const thread = new ModelThread(taskOf, running);
  const models = new ModelAdministration({
    brand: () => brand.served,
    store: () => new ArtifactStore(artifactDirectory, brand.served.deployment),
    ranker,
    readBundled: readBundledManifest,
    problemOf: (manifest, name) => problemOfFeatures(manifest, name, featureSchema),
    begin: thread.begin,
    work: () => thread.work,
    workOfOthers: running.workOfOthers,
    changeOnRecord: (acting) =>
      createChangeOnRecord({
        transaction: changes.transaction,
        record: (entry) => appendToAuditLog(changes.prisma, { ...acting, ...entry }),
      }),
  });
  metrics.gaugeOf('recommender_model_impaired', 'Whether the model that should serve does not: 0 or 1.', () =>
    ranker.status().problem === null ? 0 : 1,
  );
  const session =
    secrets === undefined
      ? null
      : requireSession({
          tokens: createSessionTokens({ secrets }),
          audiences: ['recommender'],
          cookie: null,
          findActiveUser: (userId, brandId) => findActiveUser(query, userId, brandId),
          brandIdOf: brand.id,
          now: () => new Date(),
        });
  return {
    routes: createModelsRoutes({ requireSession: session, models }),
    requireSession: session,
    start: running.start,
    close: async () => {
      await running.stop();
      await thread.stop();
      await changes.close();
    },
  };
}
