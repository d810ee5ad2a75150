import { parentPort, workerData } from 'node:worker_threads';
import { appendToAuditLog } from '@callside/auth';
import { createDatabase } from '@callside/database';
import { yieldProcessor } from '../shop/index.ts';
import type { ModelTask, ThreadProgress } from './model-thread.ts';
import { createChangeOnRecord, createModelOperations, explainModelProblem } from './operator.ts';

// The entry of a thread that trains or measures one model, publishes it if asked to, and ends: both compute without a pause.

const seed = 1;
const betweenProgressMs = 250;

yieldProcessor();
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
    onProgress: createProgress(),
    changeOnRecord: createChangeOnRecord({
      transaction: database.transaction,
      record: async (entry) => {
        if (operation.kind === 'publish') await appendToAuditLog(database.prisma, { ...operation.acting, ...entry });
      },
    }),
  });
  if (operation.kind === 'train') {
    const { objective, acting } = operation;
    const trained = await models.train({ brand, seed, objective });
    const subject = trained.report.artifact_version;
    const entry = { brandId: brand.id, action: 'model.train', subject, detail: { seed, objective } } as const;
    await appendToAuditLog(database.prisma, { ...acting, ...entry });
    return trained;
  }
  if (operation.kind === 'publish')
    return models.publish({ brand, version: operation.version, force: operation.force });
  return models.evaluate({ brand, version: operation.version });
}

/** A step is told at once, its parts a few times a second. */
function createProgress(): (progress: ThreadProgress['progress']) => void {
  let told = { step: '', at: Number.NEGATIVE_INFINITY };
  return (progress) => {
    const now = performance.now();
    if (progress.step === told.step && now - told.at < betweenProgressMs) return;
    told = { step: progress.step, at: now };
    parentPort?.postMessage({ progress } satisfies ThreadProgress);
  };
}
