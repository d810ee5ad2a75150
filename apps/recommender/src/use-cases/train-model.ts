import type { TrainingObjective } from '@callside/schemas';
import type { ArtifactStore } from '../adapters/artifact-store.ts';
import type { ModelOpener } from '../adapters/open-model.ts';
import { rangeOfDays } from '../domain/purchase-rows.ts';
import type { FeatureSchema } from '../models/feature-schema.ts';
import { ModelProblem } from '../models/model-problem.ts';
import { createArtifact } from '../training/create-artifact.ts';
import { requireEnoughToTrain } from '../training/enough-orders.ts';
import { holdoutOf } from '../training/holdout.ts';
import { sampleFeatures } from '../training/sample-features.ts';
import type { RankerData } from '../training/shop-as-of.ts';
import {
  defaultRankerSettings,
  type RankerSettings,
  type TrainedRanker,
  trainRanker,
} from '../training/train-ranker.ts';
import { type BrandOfModels, dateOf, type EvaluationDependencies, measure } from './evaluate-model.ts';
import type { ModelReport } from './model-report.ts';

interface Dependencies extends EvaluationDependencies {
  store: Pick<ArtifactStore, 'published' | 'requireSpace' | 'save'>;
  opener: Pick<ModelOpener, 'open' | 'openStored'>;
  featureSchema: FeatureSchema;
  now: () => Date;
}

/** Trains a model, checks that ONNX Runtime gives the scores of the trainer, measures it and stores it. It serves once published. */
export async function trainModel(
  { brand, seed, objective }: { brand: BrandOfModels; seed: number; objective: TrainingObjective },
  dependencies: Dependencies,
): Promise<ModelReport> {
  const { store, opener, readData, featureSchema, sizedArticleTypes, now } = dependencies;
  await store.requireSpace(brand.slug);
  const data = await readData(brand.id);
  const trained = await learn(data, { seed, trainedFor: objective }, dependencies);
  const artifact = createArtifact(trained.ensemble, {
    featureNames: featureSchema.names,
    featureSchemaHash: featureSchema.hash,
    objective: trained.objective,
    trainedFor: objective,
    seed,
    brand: brand.slug,
    catalogVersion: data.catalogue.version,
    trainedAt: now(),
    sampleFeatures: sampleFeatures(data, holdoutOf(data.rows), sizedArticleTypes),
    importance: trained.importance,
    learnt: { until: dateOf(rangeOfDays(data.rows.days).last), backtest: trained.backtest },
  });
  const model = await opener.open(artifact);
  try {
    const { report, calibration } = await measure(model, brand, data, dependencies);
    const measured = { metrics: report.metrics, calibration };
    await store.save(brand.slug, { ...artifact, manifest: { ...artifact.manifest, ...measured } });
    return report;
  } finally {
    await model.close();
  }
}

/** Rejects with a ModelProblem when there is too little to learn from. */
async function learn(
  data: RankerData,
  trainedAs: Pick<RankerSettings, 'seed' | 'trainedFor'>,
  { sizedArticleTypes, onProgress }: Dependencies,
): Promise<TrainedRanker> {
  requireEnoughToTrain(data);
  try {
    return await trainRanker(data, { ...defaultRankerSettings, ...trainedAs, sizedArticleTypes }, onProgress);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const problem = `too few customers return or buy several products at once to train a model (${error.message})`;
    throw new ModelProblem(problem, { cause: error });
  }
}
