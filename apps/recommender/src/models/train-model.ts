import type { TrainingObjective } from '@callside/schemas';
import type { RankerData } from '../learning/index.ts';
import {
  defaultRankerSettings,
  holdoutOf,
  type RankerSettings,
  requireEnoughToTrain,
  sampleFeatures,
  type TrainedRanker,
  trainRanker,
} from '../learning/index.ts';
import { ModelProblem } from '../model-problem.ts';
import type { FeatureSchema } from '../ranking/index.ts';
import { rangeOfDays } from '../ranking/index.ts';
import { createArtifact } from './create-artifact.ts';
import { type BrandOfModels, dateOf } from './evaluate-model.ts';
import type { ModelReport } from './model-report.ts';
import { type StoringDependencies, storeMeasured } from './store-measured.ts';

interface Dependencies extends StoringDependencies {
  featureSchema: FeatureSchema;
  now: () => Date;
}

export interface TrainingRequest {
  brand: BrandOfModels;
  seed: number;
  objective: TrainingObjective;
  /** In seconds, of the schedule that asks for it. */
  nextTrainingIn?: number | undefined;
}

/** Trains a model, checks that ONNX Runtime gives the scores of the trainer, measures it and stores it. It serves once published. */
export async function trainModel(
  { brand, seed, objective, nextTrainingIn }: TrainingRequest,
  dependencies: Dependencies,
): Promise<ModelReport> {
  const { store, readData, featureSchema, sizedArticleTypes, now } = dependencies;
  await store.requireSpace(brand.slug);
  const data = await readData(brand.id);
  const trained = await learn(data, { seed, trainedFor: objective }, dependencies);
  const artifact = createArtifact(trained.ensemble, {
    featureNames: featureSchema.names,
    featureSchemaHash: featureSchema.hash,
    sizedArticleTypes: featureSchema.sizedArticleTypes,
    objective: trained.objective,
    trainedFor: objective,
    seed,
    brand: brand.slug,
    catalogVersion: data.catalogue.version,
    trainedAt: now(),
    nextTrainingIn,
    sampleFeatures: sampleFeatures(data, holdoutOf(data.rows), sizedArticleTypes),
    importance: trained.importance,
    learnt: { until: dateOf(rangeOfDays(data.rows.days).last), backtest: trained.backtest },
  });
  return storeMeasured(artifact, brand, data, dependencies);
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
