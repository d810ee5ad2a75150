import type { Database } from '@callside/database';
import { createLogger } from '@callside/service-kit';
import type { TrainingProgress } from '../learning/index.ts';
import { readRankerData } from '../learning/index.ts';
import { explainModelProblem } from '../model-problem.ts';
import { featureSchemaFor, sizedArticleTypesOf } from '../ranking/index.ts';
import type { ArtifactManifest } from './artifact.ts';
import { readBundledManifest } from './artifact-finder.ts';
import { ArtifactStore } from './artifact-store.ts';
import type { ChangeOnRecord } from './change-on-record.ts';
import { type BrandOfModels, evaluateModel } from './evaluate-model.ts';
import { exportExamples } from './export-examples.ts';
import { type ImportRequest, importModel } from './import-model.ts';
import { type ListedModel, listedModel, problemOfStored } from './list-models.ts';
import type { ModelReport } from './model-report.ts';
import { ModelOpener } from './open-model.ts';
import { type Evaluation, judgeReport, publishMeasured, publishModel } from './publish-model.ts';
import { rollBackModel } from './roll-back-model.ts';
import { findRunning } from './running-recommenders.store.ts';
import { type TrainingRequest, trainModel } from './train-model.ts';

export type { Reliability } from '../learning/index.ts';
export { explainModelProblem } from '../model-problem.ts';
export { type Signal, signals } from '../ranking/index.ts';
export { createChangeOnRecord } from './change-on-record.store.ts';
export type { ChangeOnRecord, ChangeRecord } from './change-on-record.ts';
export type { BrandOfModels } from './evaluate-model.ts';
export type { ExportedExamples } from './export-examples.ts';
export type { ListedModel } from './list-models.ts';
export type { GroupOfTasks, ModelComparison, ModelReport, RankingName } from './model-report.ts';
export type { Evaluation, Publication } from './publish-model.ts';
export type { ModelsRolledBack } from './roll-back-model.ts';

export interface ModelOperationsOptions {
  transaction: Database['transaction'];
  /** Directory of all artifacts. */
  artifactDirectory: string;
  /** Id of the deployment that models are bound to. */
  deployment: string;
  /** Article types with a size gate. */
  sizedArticleTypes: readonly string[];
  now: () => Date;
  onProgress: (progress: TrainingProgress) => void;
  changeOnRecord: ChangeOnRecord;
}

export type ModelOperations = ReturnType<typeof createModelOperations>;

/** The operator's commands for models. `explainModelProblem` explains the rejections that an operator can act on. */
export function createModelOperations(options: ModelOperationsOptions) {
  const { transaction, artifactDirectory, deployment, now, onProgress, changeOnRecord } = options;
  const store = new ArtifactStore(artifactDirectory, deployment);
  const logger = createLogger({ service: 'callside', level: 'silent' });
  const featureSchema = featureSchemaFor(options.sizedArticleTypes);
  const parts = {
    store,
    opener: new ModelOpener({ store, featureSchema, logger }),
    readData: (brandId: string) => {
      onProgress({ step: 'orders on file', done: 0, total: 0 });
      return readRankerData(transaction, { brandId, now: now(), featureSchema });
    },
    featureSchema,
    sizedArticleTypes: sizedArticleTypesOf(options.sizedArticleTypes),
    readBundled: readBundledManifest,
    now,
    onProgress,
    changeOnRecord,
  };
  const evaluate = (request: { brand: BrandOfModels; version?: string }) => evaluateModel(request, parts);
  const judged = (report: ModelReport): Evaluation => ({ report, ...judgeReport(report) });
  const running = (slug: string) => transaction((query) => findRunning(query, slug));
  const problemInService = async ({ slug }: BrandOfModels, version: string) => {
    const stored = (await store.list(slug)).find((one) => one.version === version);
    return stored === undefined ? null : problemOfStored(stored, { running: await running(slug), featureSchema });
  };
  return {
    /** Rejects when the catalogue lacks what the objective needs. */
    train: (request: TrainingRequest) => trainModel(request, parts).then(judged),
    /** Without a version: evaluates the model in service. */
    evaluate: (request: Parameters<typeof evaluate>[0]) => evaluate(request).then(judged),
    publish: (request: { brand: BrandOfModels; version: string; force: boolean }) =>
      publishModel(request, { ...parts, evaluate, problemInService }),
    /** The same for a model that was just trained or imported, and so measured. */
    publishMeasured: (request: { brand: BrandOfModels; report: ModelReport }) =>
      publishMeasured({ ...request, force: false }, { ...parts, problemInService }),
    /** Stores and measures a model that was trained elsewhere. */
    import: (request: ImportRequest) => importModel(request, parts).then(judged),
    /** What a model is trained from, for a training elsewhere. */
    exportExamples: (brand: BrandOfModels) => exportExamples(brand, parts),
    list: async (slug?: string) => {
      const stored = await store.list(slug);
      const lines: ListedModel[] = [];
      for (const brand of new Set(stored.map((one) => one.brand))) {
        const servedBy = { running: await running(brand), featureSchema };
        lines.push(...stored.filter((one) => one.brand === brand).map((one) => listedModel(one, servedBy)));
      }
      return lines;
    },
    /** Why the service would refuse the published model of a brand; null: it would not, or none is published. */
    problemOfPublished: (slug: string) => problemOfPublished(slug, parts),
    /** `current` is `none` without a bundled default. */
    rollback: async (brand: BrandOfModels) => {
      const servedBy = { running: await running(brand.slug), featureSchema };
      const problemOf = (manifest: ArtifactManifest) =>
        problemOfStored({ version: manifest.artifact_version, manifest, problem: null }, servedBy);
      return rollBackModel(brand, { ...parts, problemOf });
    },
  };
}

async function problemOfPublished(
  slug: string,
  { store, opener }: { store: ArtifactStore; opener: ModelOpener },
): Promise<string | null> {
  try {
    const { current } = await store.published(slug);
    if (current !== null) await (await opener.openStored(slug, current)).close();
    return null;
  } catch (error) {
    const problem = explainModelProblem(error);
    if (problem === null) throw error;
    return problem;
  }
}
