import { appendToAuditLog, createSessionTokens, requireSession } from '@callside/auth';
import { createDatabase, queryThrough } from '@callside/database';
import type { RequestHandler } from 'express';
import { readBundledManifest } from '../adapters/artifact-finder.ts';
import { ArtifactStore } from '../adapters/artifact-store.ts';
import type { BrandInService } from '../adapters/brand-in-service.ts';
import { createChangeOnRecord } from '../adapters/change-on-record.ts';
import { problemOfFeatures } from '../adapters/load-model.ts';
import { ModelThread } from '../adapters/model-thread.ts';
import { findActiveUser } from '../adapters/owner-store.ts';
import type { Environment } from '../env.ts';
import { featureSchemaFor } from '../models/feature-schema.ts';
import { ModelAdministration } from '../use-cases/administer-models.ts';
import type { Ranker } from '../use-cases/ranker.ts';
import type { Pools } from './pools.ts';

interface Dependencies {
  environment: Environment;
  pools: Pools;
  brand: BrandInService;
  ranker: Ranker;
}

interface Models {
  models: ModelAdministration;
  /** Null: there is no SESSION_SECRET. */
  requireSession: RequestHandler | null;
  close: () => Promise<void>;
}

/** The administration of models by owners. */
export function createModels({ environment, pools, brand, ranker }: Dependencies): Models {
  const { ARTIFACT_DIR: artifactDirectory, DATABASE_URL: databaseUrl, SESSION_SECRET: secrets } = environment;
  const query = queryThrough(pools.operations);
  // One connection holds the lock, the other commits the audit entry. Neither is open unless a model is changed.
  const changes = createDatabase({ url: databaseUrl, maxConnections: 2, applicationName: 'recommender changes' });
  const featureSchema = featureSchemaFor(environment.SIZED_ARTICLE_TYPES);
  const thread = new ModelThread((operation) => ({
    databaseUrl,
    artifactDirectory,
    deployment: brand.served.deployment,
    sizedArticleTypes: environment.SIZED_ARTICLE_TYPES,
    brand: brand.served,
    operation,
  }));
  const models = new ModelAdministration({
    brand: () => brand.served,
    store: () => new ArtifactStore(artifactDirectory, brand.served.deployment),
    ranker,
    readBundled: readBundledManifest,
    problemOf: (manifest, name) => problemOfFeatures(manifest, name, featureSchema),
    carryOut: thread.carryOut,
    work: () => thread.work,
    changeOnRecord: (acting) =>
      createChangeOnRecord({
        transaction: changes.transaction,
        record: (entry) => appendToAuditLog(changes.prisma, { ...acting, ...entry }),
      }),
  });
  return {
    models,
    requireSession:
      secrets === undefined
        ? null
        : requireSession({
            tokens: createSessionTokens({ secrets }),
            audiences: ['recommender'],
            cookie: null,
            findActiveUser: (userId, brandId) => findActiveUser(query, userId, brandId),
            brandIdOf: brand.id,
            now: () => new Date(),
          }),
    close: async () => {
      await thread.stop();
      await changes.close();
    },
  };
}
