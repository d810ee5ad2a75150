import type { Database } from '@callside/database';
import type { TrainingObjective } from '@callside/schemas';
import { createLogger } from '@callside/service-kit';
import { readBundledManifest } from './adapters/artifact-finder.ts';
import { ArtifactStore } from './adapters/artifact-store.ts';
import { problemOfFeatures } from './adapters/load-model.ts';
import { ModelOpener } from './adapters/open-model.ts';
import { readRankerData } from './adapters/ranker-data-reader.ts';
import { sizedArticleTypesOf } from './domain/eligibility.ts';
import type { ArtifactManifest } from './models/artifact.ts';
import { featureSchemaFor } from './models/feature-schema.ts';
import { explainModelProblem } from './models/model-problem.ts';
import type { TrainingProgress } from './training/train-ranker.ts';
import type { ChangeOnRecord } from './use-cases/change-on-record.ts';
import { type BrandOfModels, evaluateModel } from './use-cases/evaluate-model.ts';
import { type ListedModel, listModels } from './use-cases/list-models.ts';
import type { Evaluation } from './use-cases/model-operation.ts';
import type { ModelReport } from './use-cases/model-report.ts';
import { judgeReport, type Publication, publishModel } from './use-cases/publish-model.ts';
import { type ModelsRolledBack, rollBackModel } from './use-cases/roll-back-model.ts';
import { trainModel } from './use-cases/train-model.ts';

export { createChangeOnRecord } from './adapters/change-on-record.ts';
export { explainModelProblem } from './models/model-problem.ts';
export type { ChangeOnRecord, ChangeRecord } from './use-cases/change-on-record.ts';
export type { BrandOfModels } from './use-cases/evaluate-model.ts';
export type { ListedModel } from './use-cases/list-models.ts';
export type { Evaluation } from './use-cases/model-operation.ts';
export type { GroupOfTasks, ModelComparison, ModelReport, RankingName } from './use-cases/model-report.ts';
export type { Publication } from './use-cases/publish-model.ts';
export type { ModelsRolledBack } from './use-cases/roll-back-model.ts';

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

/** The operator's commands for models. `explainModelProblem` explains the rejections that an operator can act on. */
export interface ModelOperations {
  /** Rejects when the catalogue lacks what the objective needs. */
  train(request: { brand: BrandOfModels; seed: number; objective: TrainingObjective }): Promise<Evaluation>;
  /** Without a version: evaluates the model in service. */
  evaluate(request: { brand: BrandOfModels; version?: string }): Promise<Evaluation>;
  publish(request: { brand: BrandOfModels; version: string; force: boolean }): Promise<Publication>;
  list(slug?: string): Promise<ListedModel[]>;
  /** Why the service would refuse the published model of a brand; null: it would not, or none is published. */
  problemOfPublished(slug: string): Promise<string | null>;
  /** `current` is `none` without a bundled default. */
  rollback(brand: BrandOfModels): Promise<ModelsRolledBack>;
}

export function createModelOperations(options: ModelOperationsOptions): ModelOperations {
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
    problemOf: (manifest: ArtifactManifest, name: string) => problemOfFeatures(manifest, name, featureSchema),
    now,
    onProgress,
    changeOnRecord,
  };
  const evaluate = (request: { brand: BrandOfModels; version?: string }) => evaluateModel(request, parts);
  const judged = (report: ModelReport): Evaluation => ({ report, verdict: judgeReport(report) });
  return {
    train: (request) => trainModel(request, parts).then(judged),
    evaluate: (request) => evaluate(request).then(judged),
    publish: (request) => publishModel(request, { ...parts, evaluate }),
    list: async (slug) => listModels(await store.list(slug)),
    problemOfPublished: (slug) => problemOfPublished(slug, parts),
    rollback: (brand) => rollBackModel(brand, parts),
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
