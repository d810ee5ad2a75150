import { parentPort, workerData } from 'node:worker_threads';
import { appendToAuditLog } from '@callside/auth';
import { createDatabase } from '@callside/database';
import { createChangeOnRecord, createModelOperations, explainModelProblem } from '../models.ts';
import type { ModelTask } from './model-thread.ts';

// The entry of a thread that measures one model, publishes it if asked to, and ends: measuring computes for seconds without a pause.

const { databaseUrl, artifactDirectory, deployment, sizedArticleTypes, brand, operation } = workerData as ModelTask;
const database = createDatabase({
  url: databaseUrl,
  maxConnections: 2,
  applicationName: 'recommender models',
  connectionTimeoutMs: 5_000,
  statementTimeoutMs: 120_000,
});
try {
  parentPort?.postMessage({ result: await carryOut() });
} catch (error) {
  const problem = explainModelProblem(error);
  if (problem === null) throw error;
  parentPort?.postMessage({ problem });
} finally {
  await database.close();
}

async function carryOut() {
  const models = createModelOperations({
    transaction: database.transaction,
    artifactDirectory,
    deployment,
    sizedArticleTypes,
    now: () => new Date(),
    onProgress: () => {},
    changeOnRecord: createChangeOnRecord({
      transaction: database.transaction,
      record: async (entry) => {
        if (operation.kind === 'publish') await appendToAuditLog(database.prisma, { ...operation.acting, ...entry });
      },
    }),
  });
  if (operation.kind === 'publish')
    return models.publish({ brand, version: operation.version, force: operation.force });
  return models.evaluate({ brand, version: operation.version });
}
