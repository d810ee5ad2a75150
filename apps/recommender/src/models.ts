import { createHash } from 'node:crypto';
import type { Database } from '@callside/database';
import { createLogger } from '@callside/service-kit';
import { readManifest } from './adapters/artifact-files.ts';
import { bundledModelDirectory, bundledModelName } from './adapters/artifact-finder.ts';
import { ArtifactStore } from './adapters/artifact-store.ts';
import { createModelOpener } from './adapters/open-model.ts';
import { readRankerData } from './adapters/ranker-data-reader.ts';
import { sizedArticleTypesOf } from './domain/eligibility.ts';
import { featureNames, featureSchema } from './domain/feature-registry.ts';
import { ModelProblem } from './domain/model-problem.ts';
import { requireEnoughToTrain, requireOrders } from './training/enough-orders.ts';
import { evaluateRankings } from './training/evaluate-rankings.ts';
import { latestSlice } from './training/latest-slice.ts';
import { sampleFeatures } from './training/sample-features.ts';
import { defaultRankerSettings, type TrainingProgress, trainRanker } from './training/train-ranker.ts';
import {
  type BrandOfModels,
  createEvaluateModel,
  type EvaluationPorts,
  fairScore,
} from './use-cases/evaluate-model.ts';
import { createListModels, type ListedModel } from './use-cases/list-models.ts';
import { type ModelReport, metricsOf } from './use-cases/model-report.ts';
import { createPublishModel, type Publication } from './use-cases/publish-model.ts';
import { createTrainModel } from './use-cases/train-model.ts';

export type { BrandOfModels } from './use-cases/evaluate-model.ts';
export type { ListedModel } from './use-cases/list-models.ts';
export type { GroupOfTasks, ModelReport, RankingName } from './use-cases/model-report.ts';
export type { Publication } from './use-cases/publish-model.ts';

/** An audit log entry of a change. */
export interface ChangeRecord {
  action: 'model.publish' | 'model.rollback';
  /** Version of the model. */
  subject: string;
  detail: Readonly<Record<string, unknown>>;
}

/**
 * Changes a brand's model in service under a lock. The change calls `putOnRecord` before it changes anything. That
 * resolves once the record is committed. When it rejects, nothing changes.
 */
export type ChangeOnRecord = <Result>(
  brand: BrandOfModels,
  change: (putOnRecord: (record: ChangeRecord) => Promise<void>) => Promise<Result>,
) => Promise<Result>;

export interface ModelWorkshopOptions {
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
export interface ModelWorkshop {
  train(order: { brand: BrandOfModels; seed: number }): Promise<ModelReport>;
  /** Without a version: evaluates the model in service. */
  evaluate(order: { brand: BrandOfModels; version?: string }): Promise<ModelReport>;
  publish(order: { brand: BrandOfModels; version: string; force: boolean }): Promise<Publication>;
  list(slug?: string): Promise<ListedModel[]>;
  /** Returns the version that serves from now on (`none` without a bundled default) and the version that served before. */
  rollback(brand: BrandOfModels): Promise<{ current: string; previous: string }>;
}

export function createModelWorkshop(options: ModelWorkshopOptions): ModelWorkshop {
  const { transaction, artifactDirectory, deployment, now, onProgress, changeOnRecord } = options;
  const sizedArticleTypes = sizedArticleTypesOf(options.sizedArticleTypes);
  const schema = { names: featureNames, hash: createHash('sha256').update(featureSchema).digest('hex') };
  const store = new ArtifactStore(artifactDirectory, deployment);
  const opener = createModelOpener({
    store,
    featureSchema: schema,
    logger: createLogger({ service: 'callside', level: 'silent' }),
  });

  const ports: EvaluationPorts = {
    loadData: (brandId) => {
      onProgress({ step: 'orders on file', done: 0, total: 0 });
      return readRankerData(transaction, { brandId, now: now(), featureSchema: schema });
    },
    openModel: opener.openStored,
    publishedVersion: async (slug) => (await store.published(slug)).current,
    evaluate: async (data, { model, in_service }) => {
      requireOrders(data);
      const slice = latestSlice(data.rows);
      const evaluation = await evaluateRankings(
        data,
        slice,
        {
          model: fairScore(model, slice.today),
          ...(in_service && { in_service: fairScore(in_service, slice.today) }),
        },
        { sizedArticleTypes, onProgress: (done, total) => onProgress({ step: 'purchases to foresee', done, total }) },
      );
      return { from: slice.today, to: slice.lastDay, metrics: metricsOf(evaluation) };
    },
    explain: (error) => {
      const problem = explainModelProblem(error);
      if (problem === null) throw error;
      return problem;
    },
  };
  const evaluateModel = createEvaluateModel(ports);

  return {
    train: createTrainModel({
      ...ports,
      featureSchema: schema,
      train: (data, seed) => {
        requireEnoughToTrain(data);
        try {
          return trainRanker(data, { ...defaultRankerSettings, seed, sizedArticleTypes }, onProgress);
        } catch (error) {
          if (!(error instanceof RangeError)) throw error;
          const problem = `too few customers come back or buy several things at once to learn from it (${error.message})`;
          throw new ModelProblem(problem, { cause: error });
        }
      },
      sampleFeatures: (data, { testSlice }) => sampleFeatures(data, testSlice, sizedArticleTypes),
      openArtifact: opener.open,
      requireSpace: (slug) => store.requireSpace(slug),
      save: (slug, artifact) => store.save(slug, artifact),
      now,
    }),
    evaluate: evaluateModel,
    publish: createPublishModel({
      evaluateModel,
      publish: (brand, version, detail) =>
        changeOnRecord(brand, (putOnRecord) =>
          store.publish(brand.slug, version, (previous) =>
            putOnRecord({ action: 'model.publish', subject: version, detail: { ...detail, previous } }),
          ),
        ),
    }),
    list: createListModels({ list: (slug) => store.list(slug) }),
    rollback: (brand) =>
      changeOnRecord(brand, async (putOnRecord) => {
        const bundled = await bundledVersion();
        const { current, previous } = await store.rollback(brand.slug, (change) =>
          putOnRecord({
            action: 'model.rollback',
            subject: change.previous,
            detail: { current: change.current ?? bundled },
          }),
        );
        return { current: current ?? bundled, previous };
      }),
  };
}

async function bundledVersion(): Promise<string> {
  const manifest = await readManifest(bundledModelDirectory, bundledModelName).catch(() => null);
  return manifest?.artifact_version ?? 'none';
}

/** The text of an error for an operator; null when the operator cannot act on it. */
export function explainModelProblem(error: unknown): string | null {
  return error instanceof ModelProblem ? error.message : null;
}
